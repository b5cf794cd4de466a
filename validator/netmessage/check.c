/* SPDX-License-Identifier: MIT */
/* check.c - checks the fields of net messages (DEM-11.3) */
#include "validator/netmessage/check.h"
#include "validator/core/utf8.h"

/* Is the name of a string table short enough if the mark before the name does not
   count? */
static bool
is_marked_name(const struct netmessage_at *at, uint64_t length)
{
	return at->m->type == NETMESSAGE_svc_createstringtable &&
	       length <= STRINGS_MOST_NAME && netmessages_is_name_marked(at);
}

/* Texts for people may have any bytes. */
static bool
is_for_people(unsigned type, unsigned field)
{
	return type == NETMESSAGE_svc_print ||
	       type == NETMESSAGE_net_disconnect ||
	       (type == NETMESSAGE_svc_serverinfo &&
		field == NETMESSAGE_svc_serverinfo_host);
}

/* All other texts are names or commands. */
static void
check_field_characters(const struct netmessage_at *at, unsigned field)
{
	enum { ROOM = 1025 };
	char text[ROOM];
	const size_t len = netmessage_text(at, field, text, sizeof(text));
	const bool command = at->m->type == NETMESSAGE_net_stringcmd;

	if (!utf8_is_text((struct span){ (const uint8_t *)text, len },
			  command ? "\t\n\r" : ""))
		netmessages_report_field(at, RULE_dem_identifier, field,
					 "bytes that are not text");
}

/* Engines cut a text that is longer than the room of the engine for this text. */
static void
check_texts(const struct netmessage_at *at)
{
	const struct netmessage_field *f;

	for (unsigned i = 0; (f = netmessage_field(at->m->type, i)); i++) {
		const struct netmessage_value *v = &AT(at->m->values, i);

		if (f->kind != NETMESSAGE_TEXT)
			continue;
		if (v->length < f->bits && !is_for_people(at->m->type, i))
			check_field_characters(at, i);
		if (v->length >= f->bits && !is_marked_name(at, v->length))
			netmessages_report_field(
				at, RULE_dem_message_text, i,
				"%llu bytes" WANTED "fewer than %u bytes",
				(unsigned long long)v->length, f->bits);
	}
}

static void
check_state(const struct netmessage_at *at)
{
	enum { MOST = 7 };
	const int64_t state = netmessage_get(at->m,
					     NETMESSAGE_net_signonstate_state);

	if (state > MOST)
		netmessages_report_field(at, RULE_dem_signon_state,
					 NETMESSAGE_net_signonstate_state,
					 "state %d" WANTED "state 0 to %d",
					 (int)state, MOST);
}

/* Checks a name or a value of net_setconvar. */
static void
check_variable(const struct netmessage_at *at, struct bit_reader *b, bool name)
{
	enum { ROOM = 260 };
	const uint64_t bit = b->pos;
	char text[ROOM] = { 0 };
	const size_t len = bits_text(b, text, sizeof(text));
	const struct span bytes = { (const uint8_t *)text,
				    len < ROOM ? len : ROOM };

	if (len >= ROOM)
		netmessages_report(
			at->n, RULE_dem_message_text, bit, b->pos - bit,
			"net_setconvar", name ? "name" : "value",
			"%zu bytes" WANTED "fewer than %d bytes", len, ROOM);
	else if (name && len == 0)
		netmessages_report(at->n, RULE_dem_variable, bit, 8,
				   "net_setconvar", "name", "an empty name");
	else if (name)
		netmessages_check_identifier(at->n, bytes, bit, b->pos - bit,
					     "net_setconvar", "name");
	else if (!utf8_is(bytes))
		netmessages_report(at->n, RULE_dem_variable, bit, b->pos - bit,
				   "net_setconvar", "value",
				   "bytes that are not UTF-8");
}

static void
check_variables(const struct netmessage_at *at)
{
	const int64_t n = netmessage_get(at->m, NETMESSAGE_net_setconvar_count);
	struct bit_reader b = bits_of(at->payload);

	bits_pass(&b, AT(at->m->values, NETMESSAGE_net_setconvar_pairs).bit);
	for (int64_t i = 0; i < n; i++) {
		check_variable(at, &b, true);
		check_variable(at, &b, false);
	}
}

static void
check_voice(const struct netmessage_at *at)
{
	const struct netmessage *m = at->m;
	const int64_t client = netmessage_get(m,
					      NETMESSAGE_svc_voicedata_client);
	const int64_t near = netmessage_get(m,
					    NETMESSAGE_svc_voicedata_proximity);
	const int64_t bits = netmessage_get(m, NETMESSAGE_svc_voicedata_length);

	if (at->n->server.known && client >= at->n->server.max_clients)
		netmessages_report_field(
			at, RULE_dem_voice, NETMESSAGE_svc_voicedata_client,
			"client %d" WANTED "a client below %u", (int)client,
			at->n->server.max_clients);
	if (near > 1)
		netmessages_report_field(at, RULE_dem_voice,
					 NETMESSAGE_svc_voicedata_proximity,
					 "%d" WANTED "0 or 1", (int)near);
	if (bits % 8)
		netmessages_report_field(
			at, RULE_dem_voice, NETMESSAGE_svc_voicedata_length,
			"%d bits" WANTED "a multiple of 8 bits", (int)bits);
}

static void
check_user_message(const struct netmessage_at *at)
{
	enum { MOST_BYTES = 255 };
	const int64_t bits = netmessage_get(at->m,
					    NETMESSAGE_svc_usermessage_length);

	if ((bits + 7) / 8 > MOST_BYTES)
		netmessages_report_field(at, RULE_dem_user_message,
					 NETMESSAGE_svc_usermessage_length,
					 "%d bits" WANTED "at most %d bytes",
					 (int)bits, MOST_BYTES);
}

static void
check_entity_message(const struct netmessage_at *at)
{
	const int64_t class = netmessage_get(
		at->m, NETMESSAGE_svc_entitymessage_class);

	if (at->n->server.table_classes && class >= at->n->server.table_classes)
		netmessages_report_field(at, RULE_dem_entity_message,
					 NETMESSAGE_svc_entitymessage_class,
					 "class %d" WANTED "a class below %u",
					 (int)class,
					 at->n->server.table_classes);
}

/* Checks a field that is the number of an entry of a string table. */
static void
check_number(const struct netmessage_at *at, unsigned field,
	     enum strings_use use, enum rule_id rule)
{
	const struct netmessage_value *v = &AT(at->m->values, field);
	const struct netmessage_field *f = netmessage_field(at->m->type, field);

	netmessages_check_number(
		at, &(struct netmessage_number){ use, rule, v->bit, 1, f->name,
						 (uint32_t)v->integer });
}

static void
check_class_info(const struct netmessage_at *at)
{
	const struct netmessage_value *v = &AT(at->m->values,
					       NETMESSAGE_svc_classinfo_count);

	netmessages_check_classes(at->n, v->bit, "count", (uint32_t)v->integer);
}

void
netmessages_check(const struct netmessage_at *at)
{
	const struct netmessage *m = at->m;

	if (m->quirks & VARINT_LONG)
		netmessages_report(at->n, RULE_dem_message_number_long, m->bit,
				   at->n->layout.type_bits,
				   netmessage_name(&at->n->layout, m->type),
				   "length",
				   "more bytes than the number needs");
	if (m->texts)
		check_texts(at);
	switch (m->type) {
	case NETMESSAGE_net_tick: netmessages_tick(at); break;
	case NETMESSAGE_net_setconvar: check_variables(at); break;
	case NETMESSAGE_net_signonstate: check_state(at); break;
	case NETMESSAGE_svc_serverinfo: netmessages_check_server(at); break;
	case NETMESSAGE_svc_classinfo: check_class_info(at); break;
	case NETMESSAGE_svc_voicedata: check_voice(at); break;
	case NETMESSAGE_svc_usermessage: check_user_message(at); break;
	case NETMESSAGE_svc_entitymessage: check_entity_message(at); break;
	case NETMESSAGE_svc_createstringtable:
		netmessages_create_strings(at);
		break;
	case NETMESSAGE_svc_updatestringtable:
		netmessages_update_strings(at);
		break;
	case NETMESSAGE_svc_bspdecal:
		check_number(at, NETMESSAGE_svc_bspdecal_decal, STRINGS_DECALS,
			     RULE_dem_decal_number);
		break;
	case NETMESSAGE_svc_prefetch:
		check_number(at, NETMESSAGE_svc_prefetch_sound, STRINGS_SOUNDS,
			     RULE_dem_sound_number);
		break;
	case NETMESSAGE_svc_packetentities:
		netmessages_check_snapshot(at);
		break;
	case NETMESSAGE_svc_tempentities:
		netmessages_check_temporary(at);
		break;
	case NETMESSAGE_svc_sounds: netmessages_check_sounds(at); break;
	case NETMESSAGE_svc_gameevent: netmessages_check_event(at); break;
	case NETMESSAGE_svc_gameeventlist: netmessages_check_events(at); break;
	default: break;
	}
}
