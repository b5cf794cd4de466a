/* SPDX-License-Identifier: MIT */
/* hashes.h - the parts of mbedTLS that demofsck uses */
#define MBEDTLS_MD5_C
#define MBEDTLS_SHA256_C
