/* SPDX-License-Identifier: MIT */
/* mutate_messages.c - makes new net messages, and bodies of messages */
#include "fuzz/mutate_messages.h"

#include <stdbool.h>

/* Returns names of special string tables, names of classes, or texts of the header. */
const char *
mutate_messages_text(struct mutate_random *r)
{
	static char longest[1025];
	static const uint16_t lengths[] = { 31,  32,  255,  256,
					    259, 260, 1023, 1024 };
	static const char *const texts[] = {
		"",
		"0",
		"1",
		"instancebaseline",
		"userinfo",
		"soundprecache",
		"decalprecache",
		"downloadables",
		"tf",
		"cp_test",
		"J\xfcrgen",
		"a",
		"models/a.mdl",
	};
	const uint32_t which = mutate_pick(r, COUNT_OF(texts) + 1);
	size_t n;

	if (which < COUNT_OF(texts))
		return texts[which];
	n = lengths[mutate_pick(r, COUNT_OF(lengths))];
	memset(longest, 'x', n);
	longest[n] = '\0';
	return longest;
}

/* --------------------------------------------------------- string tables */

static void
add_data(struct bit_string *s, struct mutate_random *r)
{
	const uint32_t bytes = mutate_pick(r, 4) ? mutate_pick(r, 6) : 132;

	mutate_bits_add(s, 1, 1);
	mutate_bits_add(s, bytes, 14);
	if (mutate_pick(r, 2))
		mutate_messages_props(s, r);
	else
		mutate_bits_add_noise(s, 8 * (size_t)bytes, r);
}

static void
add_entry(struct bit_string *s, struct mutate_random *r)
{
	const bool next = mutate_pick(r, 6);

	mutate_bits_add(s, next, 1);
	if (!next)
		mutate_bits_add_noise(s, mutate_pick(r, 2) ? 6 : 12, r);
	if (mutate_pick(r, 6)) {
		const bool like = mutate_pick(r, 3) == 0;

		mutate_bits_add(s, 1, 1);
		mutate_bits_add(s, like, 1);
		if (like) {
			mutate_bits_add(s, mutate_pick(r, 3), 5);
			mutate_bits_add(s, mutate_pick(r, 9), 5);
		}
		mutate_bits_add_text(s, mutate_messages_text(r));
	} else {
		mutate_bits_add(s, 0, 1);
	}
	if (mutate_pick(r, 3) == 0)
		add_data(s, r);
	else
		mutate_bits_add(s, 0, 1);
}

/* ---------------------------------------------------------------- events */

static void
add_events(struct bit_string *s, struct mutate_random *r)
{
	for (uint32_t n = mutate_pick(r, 3) + 1; n; n--) {
		mutate_bits_add(s, mutate_pick(r, 4), 9);
		mutate_bits_add_text(s, mutate_messages_text(r));
		for (uint32_t keys = mutate_pick(r, 4); keys; keys--) {
			mutate_bits_add(s, 1 + mutate_pick(r, 7), 3);
			mutate_bits_add_text(s, "key");
		}
		mutate_bits_add(s, 0, 3);
	}
}

static void
add_event(struct bit_string *s, struct mutate_random *r)
{
	mutate_bits_add(s, mutate_pick(r, 4), 9);
	if (mutate_pick(r, 2))
		mutate_bits_add_text(s, mutate_messages_text(r));
	mutate_bits_add_noise(s, mutate_pick(r, 60), r);
}

/* -------------------------------------------------------------- entities */

void
mutate_messages_distance(struct bit_string *s, uint32_t n)
{
	static const uint8_t bits[] = { 4, 8, 12, 32 };
	unsigned form = 0;

	while (form < 3 && n >> bits[form])
		form++;
	mutate_bits_add(s, form, 2);
	mutate_bits_add(s, n, bits[form]);
}

void
mutate_messages_props(struct bit_string *s, struct mutate_random *r)
{
	for (uint32_t n = mutate_pick(r, 3); n; n--) {
		mutate_bits_add(s, 1, 1);
		mutate_messages_distance(
			s, mutate_pick(r, 3) ? 0 : mutate_pick(r, 9));
		mutate_bits_add_noise(
			s, mutate_pick(r, 2) ? 8 : mutate_pick(r, 70), r);
	}
	mutate_bits_add(s, 0, 1);
}

static void
add_updates(struct bit_string *s, struct mutate_random *r)
{
	for (uint32_t n = mutate_pick(r, 4); n; n--) {
		const uint32_t kind = mutate_pick(r, 4);

		mutate_messages_distance(
			s, mutate_pick(r, 4) ? mutate_pick(r, 6)
					     : mutate_bits_number(12, r));
		mutate_bits_add(s, kind, 2);
		if (kind == 2) /* the entity enters: class and serial number */
			mutate_bits_add(s, mutate_pick(r, 8) == 0, 11);
		if (kind == 2 || kind == 0)
			mutate_messages_props(s, r);
	}
	while (mutate_pick(r, 2))
		mutate_bits_add(s, 1 + 2 * mutate_pick(r, 8), 12);
	if (mutate_pick(r, 2))
		mutate_bits_add(s, 0, 1);
}

static void
add_temporary(struct bit_string *s, struct mutate_random *r)
{
	const bool has_class = mutate_pick(r, 4);

	mutate_bits_add(s, 0, 1);
	mutate_bits_add(s, has_class, 1);
	if (has_class)
		mutate_bits_add(s, mutate_pick(r, 3), 1);
	mutate_messages_props(s, r);
}

void
mutate_messages_body(struct bit_string *s, unsigned type,
		     struct mutate_random *r)
{
	switch (type) {
	case NETMESSAGE_svc_createstringtable:
	case NETMESSAGE_svc_updatestringtable:
		for (uint32_t n = mutate_pick(r, 5); n; n--)
			add_entry(s, r);
		break;
	case NETMESSAGE_svc_gameeventlist: add_events(s, r); break;
	case NETMESSAGE_svc_gameevent: add_event(s, r); break;
	case NETMESSAGE_svc_packetentities: add_updates(s, r); break;
	case NETMESSAGE_svc_tempentities: add_temporary(s, r); break;
	default: mutate_bits_add_noise(s, mutate_pick(r, 90), r); break;
	}
}

/* --------------------------------------------------------------- messages */

/* A message that is not finished yet. */
struct message_draft {
	struct bit_string *s;
	const struct netmessage_layout *layout;
	struct mutate_random *r;
	const struct bit_string *body;
	uint32_t first, last; /* numbers */
	bool flag;
};

static void
add_number(struct message_draft *d, const struct netmessage_field *f,
	   uint32_t value)
{
	unsigned bits = f->bits;

	if (bits == WIDTH_ENTRIES)
		bits = bits_log2(d->last) + 1;
	else if (bits >= WIDTH_FIXED)
		bits = d->layout->widths[bits - WIDTH_FIXED];
	d->last = value;
	if (bits == WIDTH_VARINT)
		mutate_bits_add_varint(d->s, value);
	else
		mutate_bits_add(d->s, value, bits);
}

static uint32_t
any_number(struct message_draft *d, const struct netmessage_field *f)
{
	return mutate_pick(d->r, 3)
		       ? mutate_pick(d->r, 6)
		       : mutate_bits_number(f->bits < 32 ? f->bits : 32, d->r);
}

static void
add_texts(struct message_draft *d, uint32_t n, size_t id_bits)
{
	for (uint32_t i = 0; i < n && i < 64; i++) {
		mutate_bits_add(d->s, i, id_bits);
		mutate_bits_add_text(d->s, mutate_messages_text(d->r));
		mutate_bits_add_text(d->s, mutate_messages_text(d->r));
	}
}

static void
add_field(struct message_draft *d, const struct netmessage_field *f)
{
	const size_t bits = d->body->n;

	switch (f->kind) {
	case NETMESSAGE_FLAG:
		d->flag = mutate_pick(d->r, 2);
		add_number(d, f, d->flag);
		break;
	case NETMESSAGE_QUALITY:
		d->flag = mutate_pick(d->r, 2);
		add_number(d, f, d->flag ? 255 : mutate_pick(d->r, 255));
		break;
	case NETMESSAGE_LENGTH: add_number(d, f, (uint32_t)bits); break;
	case NETMESSAGE_BYTES: add_number(d, f, (uint32_t)bits / 8); break;
	case NETMESSAGE_BODY:
		mutate_bits_insert(d->s, d->s->n, d->body->bit, bits);
		break;
	case NETMESSAGE_TEXT:
		mutate_bits_add_text(d->s, mutate_messages_text(d->r));
		break;
	case NETMESSAGE_SUM:
		mutate_bits_add(d->s, 0, d->layout->sum_bits);
		break;
	case NETMESSAGE_PLACE:
		mutate_bits_add_noise(d->s, 3 + mutate_pick(d->r, 60), d->r);
		break;
	case NETMESSAGE_PAIRS: add_texts(d, d->last, 0); break;
	case NETMESSAGE_CLASSES:
		add_texts(d, d->first, bits_log2(d->first) + 1);
		break;
	case NETMESSAGE_UNSIGNED:
	case NETMESSAGE_SIGNED:
	case NETMESSAGE_REAL: add_number(d, f, any_number(d, f)); break;
	}
}

void
mutate_messages_new(struct bit_string *s, unsigned type,
		    const struct netmessage_layout *layout,
		    struct mutate_random *r)
{
	static struct bit_string body;
	struct message_draft d = { .s = s, .layout = layout, .r = r };
	const struct netmessage_field *f;

	body.n = 0;
	mutate_messages_body(&body, type, r);
	if (type == NETMESSAGE_svc_menu || type == NETMESSAGE_svc_cmdkeyvalues)
		body.n -= body.n % 8;
	d.body = &body;
	mutate_bits_add(s, type, layout->type_bits);
	for (unsigned i = 0; (f = netmessage_field(type, i)); i++) {
		if (f->when && (f->when == 1) != d.flag)
			continue; /* IF, UNLESS */
		add_field(&d, f);
		if (i == 0)
			d.first = d.last;
	}
}
