/* SPDX-License-Identifier: MIT */
/* describe.c - a net message as names and values, for inspection */
#include <stdio.h>

#include "validator/core/real.h"
#include "validator/netmessage/netmessage.h"

/* A text as bytes of their own, since those of the file begin inside of bytes. */
static void
add_text(struct description *out, const char *name, struct bit_reader b,
	 const struct netmessage_value *v, bool written)
{
	struct dfk_field *field = description_add(out, name, 0);
	const size_t begin = out->n_held;
	const size_t room = DESCRIPTION_HELD - begin;

	field->kind = DFK_FIELD_TEXT;
	field->size = v->length;
	field->payload = written;
	if (v->length == 0 || v->length > room)
		return; /* too long to be held */
	b.pos = v->bit;
	bits_text(&b, &AT(out->held, begin), (size_t)v->length);
	field->bytes = &AT(out->held, begin);
	out->n_held += (size_t)v->length;
}

static void
add_real(struct description *out, const char *name, float value)
{
	enum { MOST = 24 };
	struct dfk_field *field = description_add(out, name, 0);
	char text[MOST];
	const int n = snprintf(text, sizeof(text), "%.9g", (double)value);

	field->kind = DFK_FIELD_TEXT;
	field->size = (uint64_t)n;
	if (out->n_held + MOST > DESCRIPTION_HELD)
		return;
	memcpy(&AT(out->held, out->n_held), text, (size_t)n);
	field->bytes = &AT(out->held, out->n_held);
	out->n_held += (size_t)n;
}

static void
add_field(struct description *out, const struct netmessage_field *f,
	  const struct netmessage_value *v, struct bit_reader packet,
	  bool written)
{
	switch (f->kind) {
	case NETMESSAGE_UNSIGNED:
	case NETMESSAGE_SIGNED:
	case NETMESSAGE_FLAG:
	case NETMESSAGE_QUALITY:
	case NETMESSAGE_LENGTH:
	case NETMESSAGE_BYTES: description_add(out, f->name, v->integer); break;
	case NETMESSAGE_REAL:
		add_real(out, f->name, real_of((uint32_t)v->integer));
		break;
	case NETMESSAGE_TEXT: add_text(out, f->name, packet, v, written); break;
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

bool
netmessages_describe(const struct netmessages *n, struct bit_reader *packet,
		     struct description *out)
{
	const struct netmessage_field *f;
	struct netmessage m;

	if (bits_left(packet) < n->layout.type_bits ||
	    netmessage_read(&m, packet, &n->layout) != NETMESSAGE_WHOLE)
		return false;
	out->record.name = netmessage_name(&n->layout, m.type);
	description_add(out, "bit", (int64_t)m.bit);
	for (unsigned i = 0; (f = netmessage_field(m.type, i)); i++)
		if (AT(m.values, i).there)
			add_field(out, f, &AT(m.values, i), *packet,
				  is_written(m.type));
	return true;
}
