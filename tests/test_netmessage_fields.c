/* SPDX-License-Identifier: MIT */
/* test_netmessage_fields.c - how many bits each field of each message takes, in
   each network protocol, and what inspection shows of it */
#include <criterion/criterion.h>
#include <stdio.h>

#include "corpus/builder/dem_statements.h"
#include "tests/packets.h"

/* Fields: their name and bits, and their value if it is shown. */
struct fields_case {
	int32_t from, to; /* network protocols */
	const char *script, *fields;
};

#define SERVER_BEGINS \
	"type 8 u 16 65535 u 32 4294967295 u 1 1 u 1 0 u 32 2147483648 " \
	"u 16 32768 "
#define SERVER_GOES_ON \
	"u 8 128 u 8 255 float 0.015 u 8 108 text 'tf' text '' text 'sky' " \
	"text 'a server' "
#define SERVER_FIELDS(sum) \
	"protocol:16=65535 server_count:32=4294967295 stv:1=1 dedicated:1=0 " \
	"client_crc:32=2147483648 max_classes:16=32768 map_sum:" sum \
	" player_slot:8=128 max_clients:8=255 tick_interval:32=0.0149999997 " \
	"platform:8=108 game:24=tf map:8= sky:32=sky host:72=a server"
#define SUM "u 32 1 u 32 2 u 32 3 u 32 4 "

static const struct fields_case cases[] = {
	{ 11, 24, "type 0", "" },
	{ 11, 24, "type 1 text 'bye'", "reason:32=bye" },
	{ 11, 24, "type 2 u 32 4026531841 text 'a.txt' u 1 1",
	  "transfer:32=4026531841 name:48=a.txt requested:1=1" },
	{ 11, 24, "type 3 u 32 4294967293 u 16 65535 u 16 32769",
	  "tick:32=-3 frame_time:16=65535 deviation:16=32769" },
	{ 11, 24, "type 4 text 'say'", "command:32=say" },
	{ 11, 24, "type 5 u 8 0", "count:8=0 pairs:0" },
	{ 11, 24, "type 5 u 8 2 text 'a' text '' text 'b' text 'cd'",
	  "count:8=2 pairs:64" },
	{ 11, 24, "type 6 u 8 255 u 32 2147483648",
	  "state:8=255 spawn_count:32=-2147483648" },
	{ 11, 24, "type 7 text ''", "text:8=" },
	{ 11, 15, SERVER_BEGINS "u 32 7 " SERVER_GOES_ON,
	  SERVER_FIELDS("32") " replay:0=0" },
	{ 23, 24, SERVER_BEGINS SUM SERVER_GOES_ON "u 1 1",
	  SERVER_FIELDS("128") " replay:1=1" },
	{ 11, 24, "type 9 u 1 1 u 16 3 u 3 5",
	  "needs_decoder:1=1 length:16=3 body:3" },
	{ 11, 24, "type 10 u 16 65535 u 1 1",
	  "count:16=65535 create_on_client:1=1" },
	{ 11, 24, "type 10 u 16 0 u 1 0",
	  "count:16=0 create_on_client:1=0 classes:0" },
	{ 11, 24, "type 10 u 16 1 u 1 0 u 1 0 text 'C' text 'DT'",
	  "count:16=1 create_on_client:1=0 classes:41" },
	{ 11, 24, "type 10 u 16 4 u 1 0 times 4 count 3 text '' text 'D' end",
	  "count:16=4 create_on_client:1=0 classes:108" },
	{ 11, 24, "type 11 u 1 1", "paused:1=1" },
	{ 11, 14, "type 12 text 'a' u 16 64 u 7 127 u 20 2 u 1 0 u 2 1",
	  "name:16=a max_entries:16=64 entries:7=127 length:20=2 fixed:1=0 "
	  "compressed:0=0 body:2" },
	{ 15, 23,
	  "type 12 text 'a' u 16 63 u 6 63 u 20 2 u 1 1 u 12 4095 u 4 15 "
	  "u 1 1 u 2 1",
	  "name:16=a max_entries:16=63 entries:6=63 length:20=2 fixed:1=1 "
	  "size:12=4095 size_bits:4=15 compressed:1=1 body:2" },
	{ 24, 24,
	  "type 12 text '' u 16 0 u 1 1 varint 130 u 1 0 u 1 0 times 130 u 1 "
	  "1 end",
	  "name:8= max_entries:16=0 entries:1=1 length:16=130 fixed:1=0 "
	  "compressed:1=0 body:130" },
	{ 11, 24, "type 13 u 5 31 u 1 0 u 20 1 u 1 1",
	  "table:5=31 many:1=0 length:20=1 body:1" },
	{ 11, 24, "type 13 u 5 16 u 1 1 u 16 65535 u 20 0",
	  "table:5=16 many:1=1 changed:16=65535 length:20=0 body:0" },
	{ 11, 24, "type 14 text 'c' u 8 254", "codec:16=c quality:8=254" },
	{ 11, 24, "type 14 text '' u 8 255 u 16 65535",
	  "codec:8= quality:8=255 rate:16=65535" },
	{ 11, 24, "type 15 u 8 255 u 8 128 u 16 1 u 1 1",
	  "client:8=255 proximity:8=128 length:16=1 body:1" },
	{ 11, 24, "type 17 u 1 1 u 8 255 times 255 u 1 1 end",
	  "reliable:1=1 length:8=255 body:255" },
	{ 11, 24, "type 17 u 1 0 u 8 255 u 16 300 times 300 u 1 1 end",
	  "reliable:1=0 count:8=255 long_length:16=300 body:300" },
	{ 11, 24, "type 18 u 11 2047", "entity:11=2047" },
	{ 11, 24, "type 19 u 1 1 u 16 65535 u 16 32768 u 16 1",
	  "relative:1=1 x:16=65535 y:16=32768 z:16=1" },
	{ 11, 24, "type 20 u 16 65535 u 16 32768 u 16 1",
	  "x:16=65535 y:16=32768 z:16=1" },
	{ 11, 24, "type 21 u 3 0 u 9 511 u 1 0 u 1 1",
	  "place:3 decal:9=511 has_entity:1=0 low_priority:1=1" },
	{ 11, 15, "type 21 u 3 1 u 2 0 u 9 511 u 1 1 u 11 2047 u 11 1025 u 1 0",
	  "place:5 decal:9=511 has_entity:1=1 entity:11=2047 model:11=1025 "
	  "low_priority:1=0" },
	{ 23, 24,
	  "type 21 u 3 2 u 2 1 u 15 9 u 9 511 u 1 1 u 11 2047 u 13 8191 u 1 0",
	  "place:20 decal:9=511 has_entity:1=1 entity:11=2047 model:13=8191 "
	  "low_priority:1=0" },
	{ 11, 24, "type 21 u 3 4 u 2 2 u 6 9 u 9 1 u 1 0 u 1 0",
	  "place:11 decal:9=1 has_entity:1=0 low_priority:1=0" },
	{ 11, 24,
	  "type 21 u 3 7 u 2 3 u 20 9 u 2 2 u 6 1 u 2 0 u 9 1 u 1 0 u 1 0",
	  "place:35 decal:9=1 has_entity:1=0 low_priority:1=0" },
	{ 11, 24, "type 23 u 8 255 u 11 2047 times 2047 u 1 1 end",
	  "type:8=255 length:11=2047 body:2047" },
	{ 11, 24, "type 24 u 11 2047 u 9 511 u 11 1 u 1 1",
	  "entity:11=2047 class:9=511 length:11=1 body:1" },
	{ 11, 24, "type 25 u 11 1 u 1 1", "length:11=1 body:1" },
	{ 11, 24, "type 26 u 11 2047 u 1 0 u 1 1 u 11 1024 u 20 3 u 1 1 u 3 7",
	  "max_entries:11=2047 is_delta:1=0 baseline:1=1 updated:11=1024 "
	  "length:20=3 update_baseline:1=1 body:3" },
	{ 11, 24,
	  "type 26 u 11 1 u 1 1 u 32 4294967294 u 1 0 u 11 2047 u 20 0 u 1 0",
	  "max_entries:11=1 is_delta:1=1 delta_from:32=-2 baseline:1=0 "
	  "updated:11=2047 length:20=0 update_baseline:1=0 body:0" },
	{ 11, 23, "type 27 u 8 255 u 17 1 u 1 1",
	  "count:8=255 length:17=1 body:1" },
	{ 24, 24, "type 27 u 8 255 varint 127 times 127 u 1 1 end",
	  "count:8=255 length:8=127 body:127" },
	{ 24, 24, "type 27 u 8 255 varint 128 times 128 u 1 1 end",
	  "count:8=255 length:16=128 body:128" },
	{ 11, 15, "type 28 u 13 8191", "sound:13=8191" },
	{ 23, 24, "type 28 u 14 16383", "sound:14=16383" },
	{ 11, 24, "type 29 u 16 65535 u 16 2 u 16 1",
	  "type:16=65535 length:16=2 body:16" },
	{ 11, 24, "type 30 u 9 511 u 20 3 u 3 7",
	  "count:9=511 length:20=3 body:3" },
	{ 11, 24, "type 31 u 32 4294967295 text 'cl'",
	  "cookie:32=-1 name:24=cl" },
	{ 24, 24, "type 32 u 32 3 u 24 1", "length:32=3 body:24" },
	{ 24, 24, "type 33 u 1 1 float -2.5", "paused:1=1 expiry:32=-2.5" },
};

/* Its bits, and its type behind it. */
struct fields_packet {
	struct netmessage_layout layout;
	struct buffer bytes;
	struct bit_reader bits;
};

static void
write_words(struct fields_packet *p, int32_t network, const char *script)
{
	struct words words = { script, script + strlen(script), false };
	struct dem_script s = { .head.network = network };
	struct dem_writer_bits b;

	*p = (struct fields_packet){ .layout = netmessage_layout_of(network,
								    false) };
	b = (struct dem_writer_bits){ .w = &p->bytes,
				      .width = p->layout.type_bits };
	while (words_left(&words) && !words.failed)
		words.failed = !dem_script_bit_words(&s, &b, &words);
	cr_assert_not(words.failed, "%s", script);
	p->bits = bits_of((struct span){ p->bytes.bytes, p->bytes.size });
	p->bits.end = b.n;
}

/* The field of the message that goes on at that bit. */
static const char *
field_at(const struct netmessage *m, uint64_t bit)
{
	const char *name = NULL;

	for (unsigned i = 0; netmessage_field(m->type, i); i++)
		if (m->values[i].there && m->values[i].bit <= bit)
			name = netmessage_field(m->type, i)->name;
	return name;
}

static enum netmessage_kind
kind_of(unsigned type, unsigned field)
{
	return netmessage_field(type, field)->kind;
}

/* Players may have written it. */
static bool
is_of_players(unsigned type, unsigned field)
{
	return kind_of(type, field) == NETMESSAGE_TEXT &&
	       type != NETMESSAGE_svc_serverinfo &&
	       type != NETMESSAGE_svc_createstringtable &&
	       type != NETMESSAGE_svc_voiceinit;
}

/* Each field that is there: where it ends is where the next one begins. */
static void
show(const struct netmessage *m, const struct description *d,
     struct buffer *out)
{
	size_t shown = 1; /* behind the bit */

	for (unsigned i = 0; netmessage_field(m->type, i); i++) {
		const bool last = !netmessage_field(m->type, i + 1);
		const uint64_t end = last ? m->end : m->values[i + 1].bit;
		const struct dfk_field *f = &d->fields[shown];
		char text[96];

		if (!m->values[i].there)
			continue;
		if (kind_of(m->type, i) != NETMESSAGE_LENGTH &&
		    kind_of(m->type, i) != NETMESSAGE_BYTES &&
		    kind_of(m->type, i) >= NETMESSAGE_TEXT)
			cr_expect_eq(m->values[i].integer, 0);
		snprintf(text, sizeof(text), "%s%s:%llu", out->size ? " " : "",
			 netmessage_field(m->type, i)->name,
			 (unsigned long long)(end - m->values[i].bit));
		buffer_append(out, text, strlen(text));
		if (shown == d->record.n_fields ||
		    strcmp(f->name, netmessage_field(m->type, i)->name) != 0)
			continue;
		snprintf(text, sizeof(text), "=%lld", (long long)f->integer);
		buffer_append(out, text, f->kind ? 1 : strlen(text));
		buffer_append(out, f->bytes, f->bytes ? f->size : 0);
		if (f->kind == DFK_FIELD_TEXT)
			cr_expect_eq(f->payload, is_of_players(m->type, i));
		shown++;
	}
	cr_expect_eq(shown, d->record.n_fields);
	buffer_byte(out, 0);
}

static void
check_whole(struct fields_packet *p, const struct fields_case *c,
	    struct netmessage *m)
{
	static struct netmessages n;
	struct description d = { .record.fields = d.fields };
	struct netmessages_shown described = { .packet = p->bits };
	struct bit_reader b = p->bits;
	struct buffer shown = { 0 };

	m->failed = "what failed before";
	n.layout = p->layout;
	cr_expect_eq(netmessage_read(m, &b, &p->layout), NETMESSAGE_WHOLE, "%s",
		     c->script);
	cr_expect_eq(b.pos, p->bits.end, "%s: %d", c->script, (int)b.pos);
	cr_expect_eq(m->end, p->bits.end);
	cr_expect_null(m->failed);
	cr_expect(netmessages_describe(&n, &described, &d));
	cr_expect_eq(described.packet.pos, p->bits.end);
	cr_expect_str_eq(d.record.name, netmessage_name(&p->layout, m->type));
	cr_expect_str_eq(d.fields[0].name, "bit");
	cr_expect_eq(d.fields[0].integer, 0);
	show(m, &d, &shown);
	cr_expect_str_eq((const char *)shown.bytes, c->fields, "%d: %s",
			 p->layout.network, shown.bytes);
	buffer_free(&shown);
}

/* A bit less, and every one before it. */
static void
check_cuts(struct fields_packet *p, const struct fields_case *c,
	   const struct netmessage *whole)
{
	static struct netmessages n;

	n.layout = p->layout;
	for (uint64_t end = p->layout.type_bits; end < p->bits.end; end++) {
		struct bit_reader b = p->bits;
		struct description d = { .record.fields = d.fields };
		struct netmessage m;

		b.end = end;
		cr_expect_eq(netmessage_read(&m, &b, &p->layout),
			     NETMESSAGE_OVERRUN, "%s, %llu bits", c->script,
			     (unsigned long long)end);
		cr_expect_eq(b.pos, 0);
		cr_expect_not(b.fail);
		cr_expect_eq(m.type, whole->type);
		cr_expect_str_eq(m.failed, field_at(whole, end), "%s",
				 c->script);
		cr_expect_not(netmessages_describe(
			&n, &(struct netmessages_shown){ .packet = b }, &d));
	}
}

/* Each message takes as many bits as it has, and says what it says; if there is
   one less, the field is told that is not all there. */
Test(netmessage, fields)
{
	static const int32_t networks[] = { 11, 14, 15, 23, 24 };

	for (size_t i = 0; i < COUNT_OF(cases); i++)
		for (size_t j = 0; j < COUNT_OF(networks); j++) {
			const struct fields_case *c = &cases[i];
			struct fields_packet p;
			struct netmessage m;

			if (networks[j] < c->from || networks[j] > c->to)
				continue;
			write_words(&p, networks[j], c->script);
			check_whole(&p, c, &m);
			check_cuts(&p, c, &m);
			buffer_free(&p.bytes);
		}
}

/* Is it an overrun, which begins at that bit? */
static bool
is_overrun(struct span payload, unsigned bit)
{
	struct packets *p = packets_begin(24);
	char want[64];
	bool found;

	packets_read(p, payload);
	snprintf(want, sizeof(want), "dem.message_overrun %u.%u+%u ", bit / 8,
		 bit % 8, bit % 8 > 2 ? 2 : 1);
	found = p->report.hits[RULE_dem_message_overrun] == 1;
	cr_expect_eq(strstr(packets_said(p), want) != NULL, found);
	packets_end(p);
	return found;
}

/* So many messages of 7 bits, and then this one, ends a bit behind a byte. */
static unsigned
messages_before(const struct fields_packet *p)
{
	unsigned n = 1;

	while ((7 * n + p->bits.end) % 8 != 1)
		n++;
	return n;
}

/* Given a packet that lacks the last bit of its last message, it is an overrun
   from the type of that message on; with it there is nothing to say. */
Test(netmessage, packets_that_lack_a_bit)
{
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct fields_case *c = &cases[i];
		struct fields_packet p;
		struct span bytes;
		char script[512];
		unsigned before;

		/* A svc_nop that lacks a bit is what is left of a packet. */
		if (c->to < 24 || strcmp(c->script, "type 0") == 0)
			continue;
		write_words(&p, 24, c->script);
		before = messages_before(&p);
		buffer_free(&p.bytes);
		snprintf(script, sizeof(script),
			 "times %u type 11 u 1 0 end %s", before, c->script);
		write_words(&p, 24, script);
		bytes = p.bits.bytes;
		cr_expect(
			is_overrun(span_head(bytes, bytes.len - 1), 7 * before),
			"%s", c->script);
		cr_expect_not(is_overrun(bytes, 7 * before));
		buffer_free(&p.bytes);
	}
}

Test(netmessage, fields_that_do_not_fit_into_a_description)
{
	static struct netmessages n;
	struct fields_packet p;
	const size_t last = DESCRIPTION_HELD - 4;

	for (size_t held = last - 1; held <= last + 1; held++) {
		struct description d = { .record.fields = d.fields,
					 .n_held = held };

		write_words(&p, 24, "type 33 u 1 1 float -2.5");
		n.layout = p.layout;
		cr_expect(netmessages_describe(
			&n, &(struct netmessages_shown){ .packet = p.bits },
			&d));
		cr_expect_eq(d.fields[2].size, 4);
		cr_expect_eq(d.fields[2].bytes != NULL, held <= last, "%zu",
			     held);
		cr_expect_eq(d.n_held, held <= last ? held + 4 : held);
		buffer_free(&p.bytes);
	}
	for (size_t held = last - 1; held <= last + 1; held++) {
		struct description d = { .record.fields = d.fields,
					 .n_held = held };

		write_words(&p, 24, "type 4 text 'quit'");
		cr_expect(netmessages_describe(
			&n, &(struct netmessages_shown){ .packet = p.bits },
			&d));
		cr_expect_eq(d.fields[1].size, 4);
		cr_expect_eq(d.fields[1].bytes != NULL, held <= last, "%zu",
			     held);
		cr_expect_eq(d.n_held, held <= last ? held + 4 : held);
		buffer_free(&p.bytes);
	}
}
