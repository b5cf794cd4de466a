// SPDX-License-Identifier: MIT

/** A recording: its bytes, something whose stream can be read twice, or a stream. */
export type Source =
	| ArrayBuffer
	| ArrayBufferView
	| Blob
	| {
		stream(): ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
		/** Asked after each reading.  True: the recording changed, so there is no verdict. */
		hasChanged?(): boolean | Promise<boolean>;
	}
	| ReadableStream<Uint8Array>
	| AsyncIterable<Uint8Array>
	| Iterable<Uint8Array>;

export type Severity = 'error' | 'warning' | 'note';
export type Verdict = 'valid' | 'truncated' | 'damaged' | 'unsupported' | 'unrecognized'
	| 'undecided' | 'unreadable';
export type Repairable = 'no' | 'not-needed' | 'lossless' | 'lossy';

/** The options of the program with the same names.  docs/report.md has their meaning. */
export interface CheckOptions {
	/** The name of the file, for the rules about names, and for the report. */
	path?: string;
	/** The id of a format to use, such as "snapshot".  Default: detect the format. */
	as?: string;
	level?: 'salvage' | 'safe' | 'prefix';
	depth?: 'full' | 'messages' | 'framing';
	profile?: string;
	/** The repair also removes warnings. */
	fixWarnings?: boolean;
	/** False: do not compute the SHA-256. */
	hash?: boolean;
	/**
	 * The time of the last change of the file: a repair may put it into a demo.  An invalid
	 * Date is an unknown time.
	 */
	modified?: Date;
	/** Whole numbers from 0 to 2^64 - 1. */
	limits?: Record<string, number | bigint>;
	rules?: Record<string, Severity | 'off'>;
	/** The map to compare with the recording, and to put into a damaged demo. */
	map?: ArrayBuffer | ArrayBufferView;
	/** Of raw snapshots and deltas: the version of the game, and what a delta changes. */
	protocol?: '0.5' | '0.6' | '0.7';
	base?: ArrayBuffer | ArrayBufferView;
	/** A check also reports the actions of a possible repair. */
	actions?: boolean;
	/** A check also draws the strip of the file. */
	strip?: boolean;
}

export interface RepairOptions extends CheckOptions {
	/** The name of the output in the report. */
	outputPath?: string;
	/**
	 * Gets the output in order; `output` is then null.  If the function returns a promise,
	 * the next call waits for the promise.  Unless `written` is true in the end, delete what
	 * was written.
	 */
	write?(bytes: Uint8Array): unknown;
}

/** A record `finding` of docs/report.md. */
export interface Finding {
	type: 'finding';
	path: string;
	format: string;
	rule: string;
	severity: Severity;
	number: number | null;
	mended: boolean;
	offset: number;
	length: number;
	space: 'file' | 'decoded';
	field: string;
	message: string;
	args: Record<string, string | number | null>;
}

/** A record `action`. */
export interface Action {
	type: 'action';
	path: string;
	op: 'keep' | 'replace' | 'insert' | 'drop';
	offset: number;
	length: number;
	space: 'file' | 'decoded';
	out_offset: number;
	out_length: number;
	rule: string | null;
	finding: number | null;
	class: 'safe' | 'lossy' | null;
	field?: string;
	value?: string;
	lost_tick?: number;
	lost_ticks?: number;
}

export interface Bytes {
	kept: number;
	changed: number;
	dropped: number;
	added: number;
}

export type Facts = Record<string, string | number | boolean | null>;

/** A record `file`. */
export interface FileRecord {
	type: 'file';
	path: string;
	size: number;
	sha256: string | null;
	compression?: 'gzip' | 'xz' | 'zstd' | 'bzip2';
	carriage_returns?: number;
	decoded_size?: number;
	format: string | null;
	version: string | null;
	verdict: Verdict;
	ok_up_to: number;
	bytes: Bytes | null;
	plan?: Bytes;
	loss_unknown?: true;
	repairable: Repairable;
	lost?: Record<string, number | boolean | null>;
	more_at_framing?: true;
	mendable_warnings?: number;
	counts: Record<Severity, number>;
	facts: Facts;
	more?: Record<string, number>;
	output?: string | null;
	output_facts?: Facts;
	error?: string;
}

/** The parts of a recording, in order: docs/report.md has the members. */
export interface Strip {
	space: 'file' | 'decoded';
	size: number;
	cells: {
		offset: number;
		length: number;
		kind: 'header' | 'map' | 'keyframe' | 'delta' | 'message' | 'marker' | 'signon'
			| 'packet' | 'command' | 'end' | 'unread' | 'other';
		fate: 'kept' | 'changed' | 'dropped';
		tick: number;
	}[];
	added: { offset: number; length: number }[];
	seconds: number | null;
}

export interface Report {
	/** The output of the program with `--format=ndjson`, byte for byte. */
	ndjson: string;
	begin: {
		type: 'begin';
		schema: string;
		tool: string;
		version: string;
		ruleset: number;
		command: string;
		profile: string;
	};
	findings: Finding[];
	actions: Action[];
	file: FileRecord;
	summary: {
		type: 'summary';
		files: Record<Verdict, number>;
		allowed: number;
		omitted: number;
		/** The exit code of the program. */
		exit: number;
	};
	strip?: Strip;
}

export interface Repair extends Report {
	/** Is the output complete, and has a second check found no error? */
	written: boolean;
	/** The output, if it was written, and not to the function `write`. */
	output: Uint8Array | null;
}

export interface Rule {
	id: string;
	format: string;
	severity: Severity;
	/** What a reader must understand to notice the defect. */
	level: 'framing' | 'state' | 'content';
	title: string;
	why: string;
	[key: string]: unknown;
}

export type Status = 'no-memory' | 'bad-argument' | 'bad-state' | 'not-repairable'
	| 'changed' | 'write-failed' | 'malformed' | 'internal';

/** A failure of the environment or a wrong argument, never a defect of the recording. */
export class DemofsckError extends Error {
	readonly status: Status;
}

/** Checks a recording.  A damaged recording is a result, and no error. */
export function check(source: Source, options?: CheckOptions): Promise<Report>;

/** Repairs a recording.  A stream that can be read once is kept in memory. */
export function repair(source: Source, options?: RepairOptions): Promise<Repair>;

/** All rules, with their reasons. */
export function rules(): Promise<Rule[]>;

/** The version of the library. */
export function version(): Promise<string>;
