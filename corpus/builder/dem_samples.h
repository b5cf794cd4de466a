/* SPDX-License-Identifier: MIT */
/* dem_samples.h - stretches of text that the samples of demos share */
#ifndef CORPUS_BUILDER_DEM_SAMPLES_H
#define CORPUS_BUILDER_DEM_SAMPLES_H

#include "corpus/builder/dem_script.h"

#define DEM_WALK "packet; user; "
#define DEM_STEP "packet; "

/* A demo up to where something happens, and what follows it: enough to see
   that the commands go on. */
#define DEM_BEGIN "pov; repeat 3 { " DEM_WALK "} "
#define DEM_REST  "repeat 3 { " DEM_WALK "} "
#define DEM_WHOLE DEM_BEGIN DEM_REST
#define DEM_TV    "stv; repeat 6 { " DEM_STEP "} "

/* All before the first packet, without what a sample leaves out. */
#define DEM_INFO   "signon print 'Welcome%0a' server create state 3; "
#define DEM_SPAWN  "signon classes state 4; signon state 5; "
#define DEM_SIGNED DEM_INFO "tables; " DEM_SPAWN

#define DEM_PORTAL "game 'portal'; server 'localhost:0'; clock =-20; "

#define D DEM_SAMPLE
#define Z DEM_SAMPLE_GZIP

#endif
