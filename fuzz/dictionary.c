/* SPDX-License-Identifier: MIT */
/* dictionary.c - prints a dictionary for the fuzzing engines, from the tables */
#include <stdio.h>
#include <string.h>

#include "validator/core/cursor.h"
#include "validator/teehistorian/extension.h"

static void
entry(const char *name, struct span bytes)
{
	struct cursor c = cur_span(bytes, 0);

	printf("%s=\"", name);
	while (cur_left(&c))
		printf("\\x%02x", cur_u8(&c));
	puts("\"");
}

static void
text_entry(const char *name, const char *text)
{
	entry(name, (struct span){ (const uint8_t *)text, strlen(text) });
}

static void
message(const char *name, int32_t id)
{
	uint8_t bytes[INT_MAX_BYTES];

	entry(name, (struct span){ bytes, int_encode(id, bytes) });
}

static void
extensions(void)
{
	for (size_t i = 0; i < TEEHISTORIAN_EX_COUNT; i++) {
		const struct teehistorian_extension_row
			*row = teehistorian_extension_row(
				(enum teehistorian_extension)i);
		uint8_t bytes[1 + UUID_SIZE] = { 0x4a }; /* EX */
		char name[32];

		memcpy(bytes + 1, row->uuid.bytes, UUID_SIZE);
		snprintf(name, sizeof(name), "extension_%zu", i);
		entry(name, (struct span){ bytes, sizeof(bytes) });
	}
}

int
main(void)
{
	const char magic[] = "teehistorian@ddnet.tw";
	const struct uuid uuid = uuid_from_name(
		(struct span){ (const uint8_t *)magic, sizeof(magic) - 1 });

	puts("# printed by fuzz/dictionary.c; a test compares");
	entry("magic", (struct span){ uuid.bytes, UUID_SIZE });
#define MSG(id, NAME, ...) message(#NAME, id);
#include "validator/teehistorian/messages.def"
#undef MSG
	extensions();
#define HEADER_KEY(name, form, since, demand) \
	text_entry("key_" #name, "\"" #name "\":\"");
#include "validator/teehistorian/header_keys.def"
#undef HEADER_KEY
	return 0;
}
