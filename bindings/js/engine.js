// SPDX-License-Identifier: MIT
// engine.js - one check, and one repair, in an instance of the WebAssembly module
//
// This file needs neither Node nor a browser.  An instance serves one input, so that no
// input sees memory of an earlier one, and so that the memory of an input is freed with it.

const LEVELS = ['salvage', 'safe', 'prefix'];
const DEPTHS = ['full', 'messages', 'framing'];
const PROTOCOLS = ['0.6', '0.5', '0.7'];
const SEVERITIES = ['off', 'note', 'warning', 'error'];

// The numbers of enum dfk_status, enum dfk_verdict, enum dfk_repairable and enum
// dfk_outcome, which never change.
const STATUSES = ['ok', 'no-memory', 'bad-argument', 'bad-state', 'not-repairable',
	'changed', 'write-failed', 'malformed'];
const CHANGED = STATUSES.indexOf('changed');
const DAMAGED = 2, UNSUPPORTED = 3, UNDECIDED = 5;
const REPAIRABLE_NO = 0, REPAIRABLE_LOSSY = 3;
const CHECKED = 0, WRITTEN = 1, NOT_WRITTEN = 2;

// The exit codes of the program.
const EXIT = {ok: 0, findings: 1, lossy: 3, undecided: 5, internal: 70};

// The flags of js_check_open().
const FIX_WARNINGS = 1, NO_HASH = 2, FINDINGS = 4, DRAW = 8;

const RESULT = ['verdict', 'repairable', 'size', 'decodedSize', 'outputSize',
	'carriageReturns', 'errors', 'errorsOutside', 'repairErrors', 'fileChanged'];

// The C library of the module can write to files, which there are none of.
const BADF = 8;
const NO_FILES = {fd_close: () => BADF, fd_seek: () => BADF, fd_write: () => BADF};

const PIECE = 1 << 20; // bytes that cross the border of the module at once

/** A failure of the environment or a wrong argument, never a defect of the recording. */
export class DemofsckError extends Error {
	constructor(status, message) {
		super(message);
		this.name = 'DemofsckError';
		this.status = status;
	}
}

/**
 * Returns the bytes of an ArrayBuffer or of a view.  Null: the value is something else.  A
 * buffer that was transferred to another thread looks like an empty buffer, and is refused.
 */
export function bytesOf(value) {
	const isView = ArrayBuffer.isView(value);
	if (!isView && !(value instanceof ArrayBuffer))
		return null;
	try {
		return isView ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
			: new Uint8Array(value);
	} catch {
		throw new DemofsckError('bad-argument',
			'a buffer is detached, so its bytes are in another thread');
	}
}

function bytesOfOption(value, option) {
	const bytes = bytesOf(value);
	if (bytes === null)
		throw new DemofsckError('bad-argument',
			`${option} is a Uint8Array or an ArrayBuffer`);
	return bytes;
}

function limitOf(value, name) {
	const isWhole = typeof value === 'bigint' || Number.isInteger(value);
	if (!isWhole || value < 0 || value >= 2n ** 64n)
		throw new DemofsckError('bad-argument',
			`limit ${name} is a whole number from 0 to 2^64 - 1, not ${String(value)}`);
	return BigInt(value);
}

const plural = n => n === 1 ? '' : 's';

// The local time in the form that demos use, "2024-01-31_23-59-59".
function dateText(date) {
	if (date === undefined)
		return undefined;
	if (!(date instanceof Date))
		throw new DemofsckError('bad-argument', 'modified is a Date');
	// Some file systems have times that no Date can express.
	if (Number.isNaN(date.getTime()))
		return undefined;
	const two = n => String(n).padStart(2, '0');
	return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-') + '_' +
		[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('-');
}

/** Splits a report into its records, one for each line. */
export function parseReport(ndjson) {
	const records = ndjson.trimEnd().split('\n').map(line => JSON.parse(line));
	const ofType = type => records.filter(record => record.type === type);
	return {
		ndjson,
		begin: records[0],
		findings: ofType('finding'),
		actions: ofType('action'),
		file: ofType('file')[0],
		summary: ofType('summary')[0],
	};
}

/** The memory of an instance, and the calls of its functions. */
class Instance {
	// `streams` receive bytes of the module, which they must copy.
	static async of(module, ...streams) {
		const instance = new Instance();
		const write = (stream, at, size) => {
			streams[stream](new Uint8Array(instance.call.memory.buffer, at, size));
			return 0;
		};
		try {
			const {exports} = await WebAssembly.instantiate(module,
				{demofsck: {write}, wasi_snapshot_preview1: NO_FILES});
			instance.call = exports;
		} catch (error) {
			throw error instanceof RangeError
				? new DemofsckError('no-memory', 'out of memory') : error;
		}
		instance.call._initialize();
		return instance;
	}

	allocate(size) {
		const at = this.call.malloc(size);
		if (at === 0)
			throw new DemofsckError('no-memory', 'out of memory');
		return at;
	}

	/** Copies bytes into the module. */
	put(bytes) {
		const at = this.allocate(bytes.length || 1);
		new Uint8Array(this.call.memory.buffer).set(bytes, at);
		return at;
	}

	/** Copies a text into the module.  The instance keeps it to its end. */
	text(text) {
		if (text === undefined || text === null)
			return 0;
		if (String(text).includes('\0'))
			throw new DemofsckError('bad-argument', 'a text has a NUL');
		return this.put(new TextEncoder().encode(`${text}\0`));
	}

	textAt(at) {
		const bytes = new Uint8Array(this.call.memory.buffer);
		return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
	}

	doublesAt(at, n) {
		return [...new Float64Array(this.call.memory.buffer, at, n)];
	}

	pointerAt(at) {
		return new Uint32Array(this.call.memory.buffer, at, 1)[0];
	}

	/** Calls a function that makes an object: returns the address of the object. */
	make(name, ...rest) {
		const place = this.allocate(4);
		this.must(name, ...rest.map(value => value === Instance.PLACE ? place : value));
		return this.pointerAt(place);
	}

	/** Calls a function that returns a status, and throws on any but DFK_OK. */
	must(name, ...rest) {
		const status = this.call[name](...rest);
		if (status !== 0)
			this.fail(status);
	}

	fail(status) {
		throw new DemofsckError(STATUSES[status] ?? 'internal',
			this.textAt(this.call.dfk_status_text(status)));
	}
}
Instance.PLACE = Symbol('the address of the pointer to the new object');
const {PLACE} = Instance;

function numberOf(words, word, option) {
	const at = words.indexOf(word ?? words[0]);
	if (at < 0)
		throw new DemofsckError('bad-argument',
			`${option} is one of ${words.join(', ')}, not ${word}`);
	return at;
}

/**
 * One input.  The order of the calls is feed() ..., finish(), then repairOpen(),
 * repairFeed() ... with the same bytes, repairFinish(), then report().  A check leaves
 * the repair out.
 */
export class Session {
	#wasm;
	#options;
	#map; // address of the map to compare with, or 0
	#base; // address of the snapshot that a delta changes
	#check;
	#output = 0; // the check of the output
	#repair = 0;
	#room;
	#ndjson = '';
	#strip = '';
	#outcome = {exit: EXIT.ok, written: false, error: null};
	#result;
	#onOutput;

	/** `command` is "check" or "repair"; `options` are those of index.d.ts. */
	static async open(module, command, options = {}) {
		const decoder = new TextDecoder();
		const session = new Session();
		const wasm = await Instance.of(module,
			bytes => { session.#ndjson += decoder.decode(bytes); },
			bytes => session.#take(bytes), null,
			bytes => { session.#strip += decoder.decode(bytes); });
		session.#start(wasm, {...options, command});
		return session;
	}

	#start(wasm, options) {
		this.#wasm = wasm;
		this.#options = options;
		this.#room = this.#wasm.allocate(PIECE);
		const path = this.#wasm.text(options.path ?? '-');
		const flags = FINDINGS | (options.hash === false ? NO_HASH : 0) |
			(options.strip ? DRAW : 0);
		this.#wasm.must('report_open', this.#wasm.text(options.command),
			this.#wasm.text(options.profile), path);
		this.#check = this.#open(flags);
		if (options.path !== undefined && options.path !== '-')
			this.#wasm.must('dfk_set_name', this.#check, path);
	}

	// Opens a check with all settings.  The check of the output has the same ones.
	#open(flags) {
		const {as, level, depth, fixWarnings, modified, profile, limits, rules, protocol,
			map, base} = this.#options;
		const wasm = this.#wasm;
		this.#map ??= map === undefined ? 0 : this.#openMap(bytesOfOption(map, 'map'));
		const check = wasm.make('check_open', PLACE, wasm.text(as),
			numberOf(LEVELS, level, 'level'), numberOf(DEPTHS, depth, 'depth'),
			flags | (fixWarnings ? FIX_WARNINGS : 0), wasm.text(dateText(modified)), this.#map);
		const version = numberOf(PROTOCOLS, protocol, 'protocol');

		if (profile !== undefined)
			wasm.must('dfk_set_profile', check, wasm.text(profile));
		for (const [name, value] of Object.entries(limits ?? {}))
			wasm.must('dfk_set_limit', check, wasm.text(name),
				limitOf(value, name));
		for (const [id, severity] of Object.entries(rules ?? {}))
			wasm.must('dfk_set_severity', check, wasm.text(id),
				numberOf(SEVERITIES, severity, 'severity'));
		wasm.must('dfk_set_protocol', check, version);
		if (base !== undefined)
			wasm.must('dfk_set_base', check,
				this.#base ??= this.#snapshot(bytesOfOption(base, 'base'), version));
		return check;
	}

	#openMap(bytes) {
		const wasm = this.#wasm;
		return wasm.make('dfk_map_open', 0, wasm.put(bytes), bytes.length, PLACE);
	}

	#snapshot(bytes, protocol) {
		const wasm = this.#wasm;
		const snapshot = wasm.make('dfk_snapshot_open', 0, protocol, PLACE);
		if (bytes.length % 4 !== 0)
			throw new DemofsckError('malformed', 'the base ends inside an int');
		wasm.must('dfk_snapshot_load', snapshot, wasm.put(bytes), bytes.length / 4);
		return snapshot;
	}

	// Passes bytes to a function of the module, piece by piece.
	#pass(bytes, feed) {
		for (let at = 0; at < bytes.length; at += PIECE) {
			const piece = bytes.subarray(at, at + PIECE);
			new Uint8Array(this.#wasm.call.memory.buffer).set(piece, this.#room);
			feed(this.#room, piece.length);
		}
	}

	// A callback of the module has no way to return a failure.
	#mustReport() {
		const status = this.#wasm.call.report_status();
		if (status !== 0)
			this.#wasm.fail(status);
	}

	/** Reads the next bytes.  False: more bytes change nothing. */
	feed(bytes) {
		this.#pass(bytes, (at, size) => {
			if (this.#wasm.call.dfk_wants(this.#check))
				this.#wasm.must('dfk_feed', this.#check, at, size);
		});
		this.#mustReport();
		return this.#wasm.call.dfk_wants(this.#check) !== 0;
	}

	/** Ends the input. */
	finish() {
		this.#wasm.must('dfk_finish', this.#check);
		this.#mustReport();
		this.#result = this.#resultOf(this.#check);
	}

	/** After finish(): the recording changed while it was read, so there is no verdict. */
	changed() {
		if (this.hasChanged)
			return;
		this.#wasm.must('dfk_changed', this.#check);
		this.#mustReport();
		this.#result = this.#resultOf(this.#check);
	}

	#resultOf(check) {
		const place = this.#wasm.allocate(8 * RESULT.length);
		this.#wasm.call.result(check, place);
		const values = this.#wasm.doublesAt(place, RESULT.length);
		return Object.fromEntries(RESULT.map((name, i) => [name, values[i]]));
	}

	// ------------------------------------------------------------- repair --

	#refuse(exit, error) {
		this.#outcome = {exit, written: false, error};
		return false;
	}

	#refuseChanged() {
		return this.#refuse(EXIT.undecided, 'it changed while it was read');
	}

	// Can a limit that was reached be raised?
	#mayBeRaised(check) {
		const wasm = this.#wasm, place = wasm.allocate(16);
		let highest = false;

		for (let i = 0, name; (name = wasm.call.limit_at(i, place)) !== 0; i++) {
			const [standard, maximum] = wasm.doublesAt(place, 2);
			const limit = wasm.textAt(name);
			if (wasm.call.rule_hits(check, wasm.text(`limit.${limit}`)) <= 0)
				continue;
			if (Number(this.#options.limits?.[limit] ?? standard) < maximum)
				return true;
			highest = true;
		}
		return !highest;
	}

	#limitReached(check) {
		return this.#mayBeRaised(check) ? 'a limit was reached; --limit can raise it'
			: 'a limit was reached that cannot be raised';
	}

	/** The number of bytes of the repaired recording. */
	get outputSize() {
		return this.#result.outputSize;
	}

	/**
	 * Starts the repair.  `onOutput` gets the output in order, in pieces that it must copy.
	 * The output is complete only if repairFinish() returns true.  False: nothing can be
	 * written.
	 */
	repairOpen(onOutput) {
		const {verdict, repairable, fileChanged} = this.#result;

		if (fileChanged)
			return this.#refuseChanged();
		if (verdict === UNDECIDED)
			return this.#refuse(EXIT.undecided, this.#limitReached(this.#check));
		if (repairable === REPAIRABLE_NO)
			return this.#refuse(EXIT.findings, null);
		this.#onOutput = onOutput;
		this.#output = this.#open(NO_HASH);
		this.#raiseLimit('input_bytes', this.#result.outputSize);
		this.#repair = this.#wasm.make('repair_open', this.#check, PLACE);
		return true;
	}

	// A limit was meant for the input.  The output may be longer by an end mark, or much
	// longer if the input is compressed.
	#raiseLimit(name, size) {
		const wasm = this.#wasm, place = wasm.allocate(16);

		for (let i = 0, at; (at = wasm.call.limit_at(i, place)) !== 0; i++) {
			const [standard] = wasm.doublesAt(place, 2);
			if (wasm.textAt(at) === name &&
			    size > Number(this.#options.limits?.[name] ?? standard))
				wasm.must('dfk_set_limit', this.#output, wasm.text(name), BigInt(size));
		}
	}

	// The output is checked while it is written.
	#take({byteOffset, length}) {
		this.#wasm.must('dfk_feed', this.#output, byteOffset, length);
		// When memory grows, older views of it become empty.
		this.#onOutput(new Uint8Array(this.#wasm.call.memory.buffer, byteOffset, length));
	}

	/** Reads the same bytes again.  False: they are not the same bytes. */
	repairFeed(bytes) {
		let same = true;

		this.#pass(bytes, (at, size) => {
			same = same && this.#sameInput('dfk_repair_feed', at, size);
		});
		return same;
	}

	#sameInput(name, ...rest) {
		const status = this.#wasm.call[name](this.#repair, ...rest);

		if (status !== 0 && status !== CHANGED)
			this.#wasm.fail(status);
		if (status !== CHANGED)
			return true;
		this.changed();
		return this.#refuseChanged();
	}

	/** Ends the repair.  True: the output is complete, and a check of it found no error. */
	repairFinish() {
		if (this.#result.fileChanged)
			return this.#refuseChanged();
		if (!this.#sameInput('dfk_repair_finish'))
			return false;
		this.#wasm.must('dfk_finish', this.#output);
		const written = this.#resultOf(this.#output);
		if (!this.#isAsPlanned(written))
			return false;
		this.#wasm.must('report_actions', this.#check);
		this.#outcome = {
			exit: this.#result.repairable === REPAIRABLE_LOSSY ? EXIT.lossy : EXIT.ok,
			written: true,
			error: null,
		};
		this.#nameRemaining(written);
		return true;
	}

	#isAsPlanned(written) {
		if (written.verdict === UNDECIDED)
			return this.#refuse(EXIT.undecided, 'the repaired file is undecided: ' +
				this.#limitReached(this.#output));
		if (written.carriageReturns > 0)
			return this.#refuse(EXIT.findings,
				'the repaired file would look as if it were transferred as text again');
		if (written.verdict > DAMAGED || written.size !== this.#result.outputSize ||
		    written.decodedSize !== this.#result.outputSize)
			return this.#refuse(EXIT.internal,
				'error in demofsck: the repaired file is not as it was planned');
		if (written.repairErrors === 0)
			return true;
		if (this.#isByRules())
			return this.#refuse(EXIT.findings, 'the output would still have errors by ' +
				'the rules of --rule or --config; try the repair without these options');
		return this.#refuse(EXIT.internal,
			'error in demofsck: the repaired file still has errors' +
			((this.#options.level ?? LEVELS[0]) === LEVELS[0]
				? '; --level=prefix may give an output' : ''));
	}

	// Do severities that the user set explain the remaining errors?
	#isByRules() {
		return Object.entries(this.#options.rules ?? {}).some(([id, severity]) =>
			severity === 'off' ||
			this.#wasm.call.rule_hits(this.#output, this.#wasm.text(id)) > 0);
	}

	// Errors that a repair does not remove: those of the file name, and those that only the
	// profile causes.
	#nameRemaining(written) {
		const outside = this.#result.errorsOutside, n = written.errors;
		const left = this.#outcome;

		if (n > 0 || outside > 0)
			left.exit = EXIT.findings;
		if (n > 0)
			left.error = `${n} error${plural(n)} remain${n === 1 ? 's' : ''}: ` +
				`only the profile ${this.#options.profile ?? 'archive'} says so`;
		if (outside > 0)
			left.error = `${outside} error${plural(outside)} ` +
				`remain${outside === 1 ? 's' : ''}: ` +
				`${outside === 1 ? 'it is' : 'they are'} not in the bytes of the file`;
	}

	// ------------------------------------------------------------- report --

	#judgeCheck() {
		const {verdict, errors} = this.#result;

		if (verdict === UNDECIDED)
			this.#outcome.exit = EXIT.undecided;
		else if (errors > 0 || verdict === UNSUPPORTED)
			this.#outcome.exit = EXIT.findings;
	}

	/** Ends the report.  Returns the lines of the program, `--format=ndjson`. */
	report() {
		const wasm = this.#wasm, {command, actions, outputPath} = this.#options;
		const outcome = this.#outcome;
		let kind = CHECKED;

		if (command === 'repair') {
			kind = outcome.written ? WRITTEN : NOT_WRITTEN;
		} else {
			this.#judgeCheck();
			if (actions && this.#result.repairable !== REPAIRABLE_NO)
				wasm.must('report_actions', this.#check);
		}
		wasm.must('report_close', this.#check, kind,
			kind === WRITTEN ? wasm.text(outputPath) : 0, wasm.text(outcome.error),
			kind === WRITTEN ? this.#output : 0, outcome.exit);
		return this.#ndjson;
	}

	/** After finish(), with the option `strip`: the picture of the file. */
	strip() {
		this.#wasm.must('strip');
		return JSON.parse(this.#strip);
	}

	/** After strip(): the seconds at up to `n` offsets of the file, where they are known. */
	stripTimes(size, n) {
		const offsets = Array.from({length: n}, (_, i) => Math.floor(i * size / n));
		return [...new Set(offsets)].map(offset => ({offset,
			seconds: this.#wasm.call.strip_seconds(offset)}))
			.filter(({seconds}) => seconds >= 0);
	}

	/** Did the recording change while it was read, or before the repair read it again? */
	get hasChanged() {
		return this.#result.fileChanged !== 0;
	}

	/** Is there an output, which is complete and was checked? */
	get written() {
		return this.#outcome.written;
	}

	/** Why there is no output, or what remains wrong; or null. */
	get error() {
		return this.#outcome.error;
	}
}

/** The rules, as `demofsck rules --format=json` prints them. */
export async function readRules(module) {
	let text = '';
	const decoder = new TextDecoder();
	const wasm = await Instance.of(module, null, null, bytes => {
		text += decoder.decode(bytes);
	});
	wasm.must('rules');
	return JSON.parse(text);
}

export async function readVersion(module) {
	const wasm = await Instance.of(module);
	return wasm.textAt(wasm.call.dfk_version());
}
