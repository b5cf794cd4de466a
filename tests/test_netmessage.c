/* SPDX-License-Identifier: MIT */
/* test_netmessage.c - the net messages of a Source demo, as their bits are */
#include <criterion/criterion.h>

#include "corpus/builder/dem_messages.h"
#include "validator/netmessage/netmessage.h"

struct packet {
	struct buffer bytes;
	struct dem_writer_bits bits;
	struct netmessage_layout layout;
};

static void
begin(struct packet *p, int32_t network)
{
	*p = (struct packet){ .layout = netmessage_layout_of(network, false) };
	p->bits = (struct dem_writer_bits){ .w = &p->bytes,
					    .network = network,
					    .width = p->layout.type_bits };
}

static struct bit_reader
reader(const struct packet *p)
{
	return bits_of((struct span){ p->bytes.bytes, p->bytes.size });
}

/* Network protocol 15 has messages with types of 5 bits and of 6. */
Test(netmessage, layouts)
{
	cr_expect_eq(netmessage_layout_of(14, false).type_bits, 5);
	cr_expect_eq(netmessage_layout_of(15, false).type_bits, 6);
	cr_expect_eq(netmessage_layout_of(15, true).type_bits, 5);
	cr_expect_eq(netmessage_layout_of(17, false).sum_bits, 32);
	cr_expect_eq(netmessage_layout_of(18, false).sum_bits, 128);
	cr_expect_eq(netmessage_layout_of(18, false).sound_flags_bits, 9);
	cr_expect_eq(netmessage_layout_of(19, false).sound_flags_bits, 11);
	cr_expect_not(netmessage_layout_of(21, false).sound_effect);
	cr_expect(netmessage_layout_of(22, false).sound_effect);
}

/* Given each network protocol, svc_serverinfo and svc_createstringtable end where
   the writer ended them. */
Test(netmessage, ends_where_it_ends)
{
	static const int32_t networks[] = { 11, 14, 15, 23, 24 };

	for (size_t i = 0; i < COUNT_OF(networks); i++) {
		struct packet p;
		struct netmessage m;
		struct bit_reader b;

		begin(&p, networks[i]);
		dem_bits_server(&p.bits, &(struct dem_writer_server){
						 .protocol = networks[i],
						 .interval = 0x3c75c28f,
						 .platform = 'l',
						 .map = "cp_test",
						 .game = "tf" });
		const size_t first = p.bits.n;

		dem_bits_create(&p.bits);
		b = reader(&p);
		cr_assert_eq(netmessage_read(&m, &b, &p.layout),
			     NETMESSAGE_WHOLE);
		cr_expect_eq(m.type, NETMESSAGE_svc_serverinfo);
		cr_expect_eq(b.pos, first, "%d", networks[i]);
		cr_expect_eq(m.values[NETMESSAGE_svc_serverinfo_map].length, 7);
		cr_expect_eq(
			m.values[NETMESSAGE_svc_serverinfo_protocol].integer,
			networks[i]);
		cr_assert_eq(netmessage_read(&m, &b, &p.layout),
			     NETMESSAGE_WHOLE);
		cr_expect_eq(m.type, NETMESSAGE_svc_createstringtable);
		cr_expect_eq(b.pos, p.bits.n, "%d", networks[i]);
		cr_expect_eq(bits_left(&m.body), 0);
		buffer_free(&p.bytes);
	}
}

/* A message that cannot be read leaves the reader where it begins. */
Test(netmessage, stays_where_it_fails)
{
	struct packet p;
	struct netmessage m;
	struct bit_reader b;

	begin(&p, 24);
	dem_bits_tick(&p.bits, 5);
	dem_bits(&p.bits, 25, 6);
	dem_bits(&p.bits, 100, 11);
	b = reader(&p);
	cr_expect_eq(netmessage_read(&m, &b, &p.layout), NETMESSAGE_WHOLE);
	cr_expect_eq(m.values[NETMESSAGE_net_tick_tick].integer, 5);
	cr_expect_eq(netmessage_read(&m, &b, &p.layout), NETMESSAGE_OVERRUN);
	cr_expect_eq(b.pos, 70);
	cr_expect_str_eq(m.failed, "body");
	buffer_free(&p.bytes);
}

/* The body of a message is a stream of its own. */
Test(netmessage, bodies)
{
	struct packet p;
	struct netmessage m;
	struct bit_reader b;

	begin(&p, 24);
	dem_bits(&p.bits, NETMESSAGE_svc_sounds, 6);
	dem_bits(&p.bits, 0, 1);
	dem_bits(&p.bits, 2, 8);
	dem_bits(&p.bits, 11, 16);
	dem_bits(&p.bits, 0x5a5, 11);
	dem_bits(&p.bits, NETMESSAGE_svc_sounds, 6);
	dem_bits(&p.bits, 1, 1);
	dem_bits(&p.bits, 3, 8);
	dem_bits(&p.bits, 5, 3);
	b = reader(&p);
	cr_expect_eq(netmessage_read(&m, &b, &p.layout), NETMESSAGE_WHOLE);
	cr_expect(m.values[NETMESSAGE_svc_sounds_count].there);
	cr_expect_not(m.values[NETMESSAGE_svc_sounds_length].there);
	cr_expect_eq(bits_left(&m.body), 11);
	cr_expect_eq(bits_u(&m.body, 11), 0x5a5);
	cr_expect_eq(bits_u(&m.body, 1), 0);
	cr_expect(m.body.fail);
	cr_expect_eq(netmessage_read(&m, &b, &p.layout), NETMESSAGE_WHOLE);
	cr_expect_not(m.values[NETMESSAGE_svc_sounds_count].there);
	cr_expect_eq(bits_u(&m.body, 3), 5);
	buffer_free(&p.bytes);
}

/* An event takes no longer than it has bits: keys without any are not kept. */
Test(netmessage, keys_without_bits)
{
	enum { KEYS = 50, LENGTH = 9 + 8 + KEYS * (3 + 8) + 3 };
	const struct netmessage_demo demo = { .network = 24 };
	static struct netmessages n;
	struct dfk_allocator allocator = { NULL, NULL, NULL };
	struct budget budget = { .allocator = &allocator, .most = 1 << 20 };
	struct report report;
	struct packet p;

	memory_pick(&allocator);
	report_open(&report);
	netmessages_open(&n, &report, &budget, &demo, false);
	begin(&p, 24);
	dem_bits(&p.bits, NETMESSAGE_svc_gameeventlist, 6);
	dem_bits(&p.bits, 1, 9);
	dem_bits(&p.bits, LENGTH, 20);
	dem_bits(&p.bits, 0, 9);
	dem_bits_text(&p.bits, "");
	for (unsigned i = 0; i < KEYS; i++) {
		dem_bits(&p.bits, i == 7 ? 6 : 7, 3);
		dem_bits_text(&p.bits, "");
	}
	dem_bits(&p.bits, 0, 3);
	dem_bits(&p.bits, NETMESSAGE_svc_gameevent, 6);
	dem_bits(&p.bits, 10, 11);
	dem_bits(&p.bits, 0, 10);
	netmessages_packet(&n, (struct span){ p.bytes.bytes, p.bytes.size },
			   &(struct netmessages_mend){ .possible = false });
	cr_expect_eq(report.findings, 0);
	cr_expect_eq(n.events.types.count, 1);
	netmessages_close(&n);
	cr_expect_eq(budget.used, 0);
	buffer_free(&p.bytes);
}
