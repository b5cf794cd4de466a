/* SPDX-License-Identifier: MIT */
/*
 * make_seeds.c - writes the seeds of the targets that read a piece of a demo
 *
 * usage: make_seeds DIRECTORY
 *
 * DIRECTORY/TARGET/NAME is made of words, or of the payloads of a sample, as
 * pieces.h describes them.  A test compares those in the tree with these.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "corpus/builder/samples.h"
#include "corpus/builder/words.h"
#include "fuzz/entity_pieces.h"
#include "fuzz/mutate_bits.h"
#include "fuzz/mutate_commands.h"
#include "fuzz/pieces.h"

enum { SEED_ROOM = 1 << 16 };

struct seed_row {
	const char *target, *name;
	const char *words; /* NULL: use the sample dem/NAME.dem */
	uint8_t head;      /* the head of pieces.h; for a sample, bits to add */
};

static const struct seed_row rows[] = {
	{ "lzss", "nothing", "x0000 x01 x0000", 0 },
	{ "lzss", "bytes", "x0900 x00 'abcdefgh' x02 'i' x0000", 0 },
	{ "lzss", "copies", "x0600 x12 x0b00 x02 x03 x00 x0000", 0 },
	{ "lzss", "far", "x1000 x00 'abcdefgh' x03 x0077 x0000", 0 },
	{ "lzss", "cut", "x1000 x00 'abcdefgh' x03 x00", 0 },
	{ "netmessage", "good/pov", NULL, 0 },
	{ "netmessage", "good/pov-23", NULL, 0 },
	{ "netmessage", "good/pov-15", NULL, 0 },
	{ "netmessage", "good/pov-15-tf", NULL, PIECE_NARROW },
	{ "netmessage", "good/pov-14", NULL, 0 },
	{ "netmessage", "good/pov-11", NULL, 0 },
	{ "netmessage", "good/strings", NULL, 0 },
	{ "netmessage", "good/entities", NULL, 0 },
	{ "netmessage", "near/message_type", NULL, 0 },
	{ "netmessage", "near/strings_packed", NULL, 0 },
	{ "netmessage", "near/strings_packed-copy", NULL, 0 },
	{ "netmessage", "near/body_overrun", NULL, 0 },
	{ "netmessage", "near/body_overrun-sounds", NULL, 0 },
	{ "netmessage", "near/sound_number", NULL, 0 },
	{ "netmessage", "near/server_classes", NULL, 0 },
	{ "netmessage", "near/entry_history-33", NULL, 0 },
	{ "entities", "good/entities", NULL, 0 },
	{ "entities", "near/entity_elements", NULL, 0 },
	{ "entities", "near/entity_number", NULL, 0 },
	{ "entities", "near/entity_float", NULL, 0 },
	{ "entities", "near/entity_gone", NULL, 0 },
	{ "entities", "near/entity_removed", NULL, 0 },
	{ "entities", "near/temporary_class", NULL, 0 },
	{ "entities", "near/prop_type", NULL, 0 },
	{ "sendtable", "good/pov", NULL, 0 },
	{ "sendtable", "near/prop_type", NULL, 0 },
	{ "sendtable", "near/prop_type-14", NULL, 0 },
	{ "sendtable", "near/prop_exclude", NULL, 0 },
	{ "sendtable", "near/table_cycle", NULL, 0 },
	{ "sendtable", "near/table_cycle-excluded", NULL, 0 },
	{ "sendtable", "near/class_id", NULL, 0 },
	{ "sendtable", "bad/table_cycle-two", NULL, 0 },
};

static bool
from_words(const struct seed_row *row, struct buffer *out)
{
	struct words words = { row->words, row->words + strlen(row->words),
			       false };

	words_all(&words, out);
	return !words.failed;
}

/* False: the same packet came before. */
static bool
is_new(const struct command_seed *m, size_t i)
{
	const struct mutate_piece *a = &m->command[i].bytes;

	for (size_t k = 0; k < i; k++) {
		const struct mutate_piece *b = &m->command[k].bytes;

		if (m->command[k].shape == m->command[i].shape &&
		    a->size == b->size && memcmp(a->at, b->at, a->size) == 0)
			return false;
	}
	return true;
}

static void
add_command(const struct seed_command *command, struct buffer *out)
{
	enum piece_kind kind = PIECE_PACKET;
	static uint8_t piece[SEED_ROOM];

	switch (command->shape) {
	case SIGNON:
	case PACKET: break;
	case TABLES: kind = PIECE_TABLES; break;
	case STRINGS: kind = PIECE_STRINGS; break;
	default: return;
	}
	buffer_append(out, piece,
		      piece_write(kind, command->bytes.at, command->bytes.size,
				  piece, sizeof(piece)));
}

/* Adds the body of a message, with the values of its fields in the form of
   entity_pieces.h. */
static void
add_body(const struct netmessage *m, struct buffer *out)
{
	static uint8_t bytes[SEED_ROOM], piece[SEED_ROOM];
	static struct bit_string s;
	const bool snapshot = m->type == NETMESSAGE_svc_packetentities;
	struct entity_piece said = { .what = TEMPORARY };
	struct bit_reader body = m->body;

	said.n = (uint32_t)m->values[NETMESSAGE_svc_tempentities_count].integer;
	if (snapshot) {
		const struct netmessage_value *v = m->values;

		said.what = v[NETMESSAGE_svc_packetentities_is_delta].integer
				    ? CHANGED_ENTITIES
				    : ALL_ENTITIES;
		said.n = (uint32_t)v[NETMESSAGE_svc_packetentities_updated]
				 .integer;
		said.room = (uint32_t)
				    v[NETMESSAGE_svc_packetentities_max_entries]
					    .integer;
	}
	entity_piece_begin(&said, bits_left(&body), bytes);
	s.n = 0;
	while (bits_left(&body))
		mutate_bits_add(&s, bits_u(&body, 1), 1);
	buffer_append(
		out, piece,
		piece_write(PIECE_PACKET, bytes,
			    ENTITY_HEAD + mutate_bits_pack(
						  &s, bytes + ENTITY_HEAD,
						  sizeof(bytes) - ENTITY_HEAD),
			    piece, sizeof(piece)));
}

/* Adds the messages of a command about entities. */
static void
add_entities(const struct seed_command *command, uint8_t head,
	     struct buffer *out)
{
	const struct netmessage_layout layout = piece_messages_layout(head);
	struct bit_reader b = bits_of(
		(struct span){ command->bytes.at, command->bytes.size });
	struct netmessage m;

	if (command->shape == TABLES)
		add_command(command, out);
	if (command->shape != PACKET)
		return;
	while (bits_left(&b) >= layout.type_bits &&
	       netmessage_read(&m, &b, &layout) == NETMESSAGE_WHOLE)
		if (m.type == NETMESSAGE_svc_packetentities ||
		    m.type == NETMESSAGE_svc_tempentities)
			add_body(&m, out);
}

/* Adds data tables without the head of a piece. */
static void
add_tables(const struct seed_command *command, struct buffer *out)
{
	if (command->shape == TABLES)
		buffer_append(out, command->bytes.at, command->bytes.size);
}

static uint8_t
head_of(const struct command_seed *m)
{
	const int32_t network = (int32_t)mutate_command_get(m->header + 12);
	uint8_t head = 0;

	while (head < PIECE_NETWORKS && piece_network(head) != network)
		head++;
	return head;
}

static bool
from_sample(const struct seed_row *row, struct buffer *out)
{
	static struct command_seed m;
	struct buffer demo = { 0 };
	char path[64];

	snprintf(path, sizeof(path), "dem/%s.dem", row->name);
	const struct sample *sample = samples_find(path);
	const bool good = sample && sample_build(sample, &demo) &&
			  mutate_commands_parse(&m, demo.bytes, demo.size);

	if (good)
		buffer_byte(out, row->head | head_of(&m));
	for (size_t i = 0; good && i < m.n; i++)
		if (strcmp(row->target, "sendtable") == 0)
			add_tables(&m.command[i], out);
		else if (strcmp(row->target, "entities") == 0)
			add_entities(&m.command[i], row->head | head_of(&m),
				     out);
		else if (is_new(&m, i))
			add_command(&m.command[i], out);
	buffer_free(&demo);
	return good;
}

/* Saves a seed in the directory of its target, under a name without folders. */
static bool
save(const char *directory, const struct seed_row *row,
     const struct buffer *bytes)
{
	const char *slash = strchr(row->name, '/');
	char path[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", directory, row->target);
	mkdir(path, 0777);
	snprintf(path, sizeof(path), "%s/%s/%s", directory, row->target,
		 slash ? slash + 1 : row->name);
	file = fopen(path, "wb");
	if (!file)
		return false;
	const bool written = fwrite(bytes->bytes, 1, bytes->size, file) ==
			     bytes->size;

	return fclose(file) == 0 && written;
}

int
main(int argc, char **argv)
{
	for (size_t i = 0; argc == 2 && i < COUNT_OF(rows); i++) {
		struct buffer bytes = { 0 };
		const bool made = rows[i].words ? from_words(&rows[i], &bytes)
						: from_sample(&rows[i], &bytes);

		if (!made || !buffer_ok(&bytes) ||
		    !save(argv[1], &rows[i], &bytes)) {
			fprintf(stderr, "make_seeds: no seed %s\n",
				rows[i].name);
			return 1;
		}
		buffer_free(&bytes);
	}
	return argc == 2 ? 0 : 2;
}
