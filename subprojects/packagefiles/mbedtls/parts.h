/* SPDX-License-Identifier: MIT */
/* parts.h - the parts of mbedTLS that demofsck uses */
#define MBEDTLS_BASE64_C
#define MBEDTLS_MD5_C
#define MBEDTLS_SHA256_C
