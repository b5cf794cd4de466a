/* SPDX-License-Identifier: MIT */
/*
 * teehistorian_samples_stored.c - recordings of real servers, which are stored
 * and not built
 */
#include "corpus/builder/teehistorian_samples.h"

/* clang-format off */
#define REAL(name, about) SAMPLE("real/" name ".teehistorian", about, NULL)

const struct sample teehistorian_samples_stored[] = {
	REAL("ddnet15.3.2-idle-noplayer-4s", "DDNet 15.3.2, nobody connected in four seconds."),
	REAL("ddnet15.3.2-tiny-1bot-4s", "DDNet 15.3.2, one player for four seconds."),
	REAL("ddnet16.4-tiny-1bot-4s", "DDNet 16.4, one player for four seconds."),
	REAL("ddnet16.4-mapchange-part3", "DDNet 16.4, after a map change: the players have no JOIN."),
	REAL("ddnet20.1.1-tiny-1bot-4s", "DDNet 20.1.1, one player for four seconds."),
	REAL("ddnet20.1.1-idle-noplayer-4s", "DDNet 20.1.1, nobody connected; the file has exactly 4096 bytes."),
	REAL("ddnet20.1.1-mapchange-part2", "DDNet 20.1.1, between two map changes."),
	REAL("ddnet20.1.1-mapchange-part3", "DDNet 20.1.1, after a map change, with prev_game_uuid."),
	REAL("ddnet16.4-kill-in-mapchange-1-file2", "DDNet 16.4 was killed when it had opened the file: 0 bytes."),
	REAL("ddnet16.4-kill-in-mapchange-2-file2", "DDNet 16.4 was killed shortly after a map change."),
	REAL("ddnet16.4-kill-in-mapchange-3-file1", "DDNet 16.4 was killed in a map change; this is the recording before it."),
	REAL("ddnet16.4-kill-in-mapchange-3-file2", "DDNet 16.4 was killed in a map change; this is the recording after it."),
	REAL("ddnet16.4-live-copy-while-running", "DDNet 16.4 was still running when the file was copied."),
	REAL("ddnet16.4-sigkill-3-after6.1s", "DDNet 16.4 was killed (SIGKILL) after 6 seconds."),
	REAL("ddnet16.4-sigsegv-4-after9.7s", "DDNet 16.4 crashed (SIGSEGV) after 10 seconds."),
	REAL("ddnet20.1.1-kill-in-mapchange-1-file1", "DDNet 20.1.1 was killed in a map change; this is the recording before it."),
	REAL("ddnet20.1.1-kill-in-mapchange-2-file1", "DDNet 20.1.1 was killed in a map change; this is the recording before it."),
	REAL("ddnet20.1.1-kill-in-mapchange-2-file2", "DDNet 20.1.1 was killed in a map change; this is the recording after it."),
	REAL("ddnet20.1.1-sigkill-1-after1.5s", "DDNet 20.1.1 was killed (SIGKILL) after 2 seconds."),
	REAL("ddnet20.1.1-sigkill-2-after3.3s", "DDNet 20.1.1 was killed (SIGKILL) after 3 seconds."),
	REAL("ddnet20.1.1-sigsegv-4-after9.7s", "DDNet 20.1.1 crashed (SIGSEGV) after 10 seconds."),
	{ .path = NULL },
};
