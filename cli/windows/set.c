/* SPDX-License-Identifier: MIT */
/*
 * set.c - search trees of keys
 *
 * The tree is sorted by keys, and by chance from the root down.  So the tree is not deep,
 * in whatever order the keys come.
 */
#include "cli/windows/posix.h"

/* A node begins with its key. */
struct set_node {
	const void *key;
	struct set_node *sides[2];
	uint32_t chance;
};

static uint32_t
next_chance(void)
{
	static uint32_t chance = 2463534242;

	chance ^= chance << 13;
	chance ^= chance >> 17;
	chance ^= chance << 5;
	return chance;
}

void *
tfind(const void *key, void *const *root,
      int (*compare)(const void *a, const void *b))
{
	struct set_node *node = *root;

	while (node != NULL) {
		const int order = compare(key, node->key);

		if (order == 0)
			break;
		node = node->sides[order > 0];
	}
	return node;
}

/* Lets the parent and its child change places, as the child has the lower chance. */
static void
lift(struct set_node **top, bool side)
{
	struct set_node *parent = *top, *child = parent->sides[side];

	if (child->chance >= parent->chance)
		return;
	parent->sides[side] = child->sides[!side];
	child->sides[!side] = parent;
	*top = child;
}

static void
insert(struct set_node **top, struct set_node *node,
       int (*compare)(const void *a, const void *b))
{
	bool side;

	if (*top == NULL) {
		*top = node;
		return;
	}
	side = compare(node->key, (*top)->key) > 0;
	insert(&(*top)->sides[side], node, compare);
	lift(top, side);
}

void *
tsearch(const void *key, void **root,
	int (*compare)(const void *a, const void *b))
{
	struct set_node *node = tfind(key, root, compare);
	struct set_node *top = *root;

	if (node != NULL)
		return node;
	node = calloc(1, sizeof(*node));
	if (node == NULL)
		return NULL;
	node->key = key;
	node->chance = next_chance();
	insert(&top, node, compare);
	*root = top;
	return node;
}

void
tdestroy(void *root, void (*release)(void *key))
{
	struct set_node *node = root;
	union {
		const void *in;
		void *out;
	} key;

	if (node == NULL)
		return;
	tdestroy(node->sides[0], release);
	tdestroy(node->sides[1], release);
	key.in = node->key;
	release(key.out);
	free(node);
}
