/* SPDX-License-Identifier: MIT */
/* server.c - compares svc_serverinfo with other places of the demo (DEM-11.3) */
#include "validator/core/printable.h"
#include "validator/core/real.h"
#include "validator/netmessage/check.h"

static void
check_server_protocol(const struct netmessage_at *at)
{
	const int64_t protocol = netmessage_get(
		at->m, NETMESSAGE_svc_serverinfo_protocol);

	if (protocol != at->n->demo.network)
		netmessages_report_field(at, RULE_dem_server_protocol,
					 NETMESSAGE_svc_serverinfo_protocol,
					 "%d" WANTED "%d, as the header says",
					 (int)protocol, at->n->demo.network);
}

static void
check_interval(const struct netmessage_at *at)
{
	const float interval = real_of((uint32_t)netmessage_get(
		at->m, NETMESSAGE_svc_serverinfo_tick_interval));

	if (!netmessage_is_interval(interval))
		netmessages_report_field(
			at, RULE_dem_server_interval,
			NETMESSAGE_svc_serverinfo_tick_interval,
			"%s seconds" WANTED "0.001 to 0.1 seconds",
			real_print((double)interval, 9).at);
}

static void
compare_with_header(const struct netmessage_at *at, unsigned field,
		    const char *want)
{
	char text[261];

	netmessage_text(at, field, text, sizeof(text));
	if (strcmp(text, want) != 0)
		netmessages_report_field(at, RULE_dem_server_map, field,
					 "a different text" WANTED
					 "the text in the header");
}

static void
check_players(const struct netmessage_at *at)
{
	const int64_t most = netmessage_get(
		at->m, NETMESSAGE_svc_serverinfo_max_clients);
	const int64_t slot = netmessage_get(
		at->m, NETMESSAGE_svc_serverinfo_player_slot);

	if (most == 0)
		netmessages_report_field(at, RULE_dem_server_players,
					 NETMESSAGE_svc_serverinfo_max_clients,
					 "0" WANTED "1 to 255");
	else if (slot > most)
		netmessages_report_field(at, RULE_dem_server_players,
					 NETMESSAGE_svc_serverinfo_player_slot,
					 "%d" WANTED "at most %d", (int)slot,
					 (int)most);
}

static void
check_platform(const struct netmessage_at *at)
{
	const int64_t platform = netmessage_get(
		at->m, NETMESSAGE_svc_serverinfo_platform);

	if (platform != 'l' && platform != 'w' && platform != 'm')
		netmessages_report_field(at, RULE_dem_server_platform,
					 NETMESSAGE_svc_serverinfo_platform,
					 "byte %d" WANTED "l, w or m",
					 (int)platform);
}

/* ------------------------------------------------------------ data tables */

void
netmessages_check_classes(struct netmessages *n, uint64_t bit,
			  const char *field, uint32_t found)
{
	/* If both numbers of classes are known, the number of the data tables counts. */
	const uint32_t want = n->server.table_classes ? n->server.table_classes
						      : n->server.max_classes;

	if ((n->server.known || n->server.table_classes) && found != want)
		netmessages_report(n, RULE_dem_server_classes, bit, 16, NULL,
				   field, "%u classes" WANTED "%u", found,
				   want);
}

void
netmessages_tables(struct netmessages *n, const struct sendtables *tables)
{
	const uint32_t classes = (uint32_t)tables->classes.count;

	/* Data tables are not in a packet, so there is no fix. */
	n->payload.mend.possible = false;
	n->result = (struct netmessages_result){ .failed = false };
	netmessages_check_classes(n, 0, "classes", classes);
	n->server.table_classes = classes;
	n->world.entities.tables = tables;
}

void
netmessages_end_tables(struct netmessages *n, const char *unread)
{
	if (n->world.entities.tables)
		n->gaps.unread = unread;
	n->world.entities.tables = NULL;
}

/* ------------------------------------------------------------- the message */

void
netmessages_check_server(const struct netmessage_at *at)
{
	struct netmessages *n = at->n;
	const struct netmessage *m = at->m;

	check_server_protocol(at);
	check_interval(at);
	if (n->result.failed)
		return;
	compare_with_header(at, NETMESSAGE_svc_serverinfo_map, n->demo.map);
	compare_with_header(at, NETMESSAGE_svc_serverinfo_game, n->demo.game);
	check_players(at);
	check_platform(at);
	if (n->server.known)
		netmessages_report(n, RULE_dem_server_again, m->bit,
				   m->end - m->bit, "svc_serverinfo", NULL,
				   "a second svc_serverinfo");
	n->server.known = true;
	n->server.max_classes = (uint32_t)netmessage_get(
		m, NETMESSAGE_svc_serverinfo_max_classes);
	n->server.max_clients = (uint32_t)netmessage_get(
		m, NETMESSAGE_svc_serverinfo_max_clients);
	n->server.table_classes = 0;
	n->gaps.tainted = false;
	netmessages_end_tables(n, "entities after a second svc_serverinfo");
	/* Numbers of entries before this message belong to string tables that end at
	   this message. */
	netmessages_report_numbers(n);
	strings_clear(&n->strings);
	netmessages_clear_world(n);
}
