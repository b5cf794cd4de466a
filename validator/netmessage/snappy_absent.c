/* SPDX-License-Identifier: MIT */
/* snappy_absent.c - in the place of snappy.c where there is no snappy */
#include "validator/netmessage/unpack.h"

enum unpack_status
unpack_snappy(struct span bytes, void *out, size_t size, const char **wrong)
{
	(void)bytes, (void)out, (void)size, (void)wrong;
	return UNPACK_UNABLE;
}
