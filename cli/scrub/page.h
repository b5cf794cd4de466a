/* SPDX-License-Identifier: MIT */
/* page.h - the style and the script of the page, which are the same in every page */
#ifndef CLI_SCRUB_PAGE_H
#define CLI_SCRUB_PAGE_H

extern const char scrub_page_style[], scrub_page_script[];

#endif
