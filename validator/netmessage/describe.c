/* SPDX-License-Identifier: MIT */
/* describe.c - a net message as names and values, for inspection */
#include "validator/core/real.h"
#include "validator/netmessage/check.h"

/* Of file text that begins inside of bytes, and of numbers as texts. */
static uint8_t *
hold(struct description *out, struct dfk_field *field, size_t len)
{
	uint8_t *room;

	field->kind = DFK_FIELD_TEXT;
	field->size = len;
	if (len == 0 || len > DESCRIPTION_HELD - out->n_held)
		return NULL; /* too long to be held */
	room = &AT(out->held, out->n_held);
	field->bytes = room;
	out->n_held += len;
	return room;
}

struct dfk_field *
netmessages_add_bits(struct description *out, const char *name,
		     struct bit_reader b, uint64_t bit, size_t len)
{
	struct dfk_field *field = description_add(out, name, 0);
	uint8_t *room = hold(out, field, len);

	b.pos = bit;
	for (size_t i = 0; room && i < len; i++)
		poke(room, len, i, (uint8_t)bits_u(&b, 8));
	return field;
}

void
netmessages_add_real(struct description *out, const char *name, double value)
{
	const struct real_text text = real_print(value, 9);
	const size_t n = strlen(text.at);
	uint8_t *room = hold(out, description_add(out, name, 0), n);

	if (room)
		memcpy(room, text.at, n);
}

static void
add_field(struct description *out, const struct netmessage_field *f,
	  const struct netmessage_value *v, struct bit_reader packet,
	  bool written)
{
	struct dfk_field *text;

	switch (f->kind) {
	case NETMESSAGE_UNSIGNED:
	case NETMESSAGE_SIGNED:
	case NETMESSAGE_FLAG:
	case NETMESSAGE_QUALITY:
	case NETMESSAGE_LENGTH:
	case NETMESSAGE_BYTES: description_add(out, f->name, v->integer); break;
	case NETMESSAGE_REAL:
		netmessages_add_real(out, f->name,
				     (double)real_of((uint32_t)v->integer));
		break;
	case NETMESSAGE_TEXT:
		text = netmessages_add_bits(out, f->name, packet, v->bit,
					    (size_t)v->length);
		text->payload = written;
		text->personal = strcmp(f->name, "host") == 0;
		break;
	case NETMESSAGE_SUM:
	case NETMESSAGE_PLACE:
	case NETMESSAGE_BODY:
	case NETMESSAGE_PAIRS:
	case NETMESSAGE_CLASSES: break;
	}
}

/* May it hold what a player wrote? */
static bool
is_written(unsigned type)
{
	return type != NETMESSAGE_svc_serverinfo &&
	       type != NETMESSAGE_svc_createstringtable &&
	       type != NETMESSAGE_svc_voiceinit;
}

static void
describe_message(const struct netmessages *n, const struct netmessage *m,
		 struct bit_reader packet, struct description *out)
{
	const struct netmessage_field *f;

	out->record.name = netmessage_name(&n->layout, m->type);
	description_add(out, "bit", (int64_t)m->bit);
	for (unsigned i = 0; (f = netmessage_field(m->type, i)); i++)
		if (AT(m->values, i).there)
			add_field(out, f, &AT(m->values, i), packet,
				  is_written(m->type));
}

struct netmessages_shown
netmessages_show(struct span payload)
{
	return (struct netmessages_shown){ .packet = bits_of(payload) };
}

bool
netmessages_describe(const struct netmessages *n,
		     struct netmessages_shown *shown, struct description *out)
{
	struct netmessage m;

	if (shown->entities && netmessages_describe_entity(shown, out))
		return true;
	shown->entities = false;
	if (bits_left(&shown->packet) < n->layout.type_bits ||
	    netmessage_read(&m, &shown->packet, &n->layout) != NETMESSAGE_WHOLE)
		return false;
	describe_message(n, &m, shown->packet, out);
	netmessages_show_entities(n, shown, &m);
	return true;
}
