// SPDX-License-Identifier: MIT
// index.js - checks and repairs recordings of games, in Node and in browsers
import {DemofsckError, Session, bytesOf, parseReport, readRules, readVersion} from './engine.js';

export {DemofsckError};

const PIECE = 1 << 20; // bytes of an array that are read at once

let compiled;

async function compile() {
	const url = new URL('./demofsck.wasm', import.meta.url);
	if (url.protocol !== 'file:')
		return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
	const {readFile} = await import('node:fs/promises');
	return WebAssembly.compile(await readFile(url));
}

// Compiles the module once.
function load() {
	return compiled ??= compile();
}

// A ReadableStream is not an async iterable in every browser.
async function* readAll(stream) {
	const reader = stream.getReader();
	try {
		for (let next; !(next = await reader.read()).done;)
			yield next.value;
	} finally {
		reader.cancel().catch(() => {});
	}
}

// Gives the pieces of an array.  The caller may take the array away between two pieces.
function* piecesOf(bytes, size) {
	for (let at = 0; at < size; at += PIECE) {
		if (bytes.length !== size)
			throw new DemofsckError('bad-argument', 'a buffer changed its size');
		yield bytes.subarray(at, at + PIECE);
	}
}

// Returns a function that gives the pieces of the source from its start.
function opener(source) {
	const bytes = bytesOf(source), size = bytes?.length;
	const open = stream => stream.getReader ? readAll(stream) : stream;
	if (bytes !== null)
		return () => piecesOf(bytes, size);
	if (typeof source?.stream === 'function')
		return () => open(source.stream());
	if (source?.getReader || source?.[Symbol.asyncIterator] || source?.[Symbol.iterator])
		return () => open(source);
	throw new DemofsckError('bad-argument',
		'the recording is bytes, a Blob, or a stream of bytes');
}

function isRepeatable(source) {
	return bytesOf(source) !== null || typeof source?.stream === 'function';
}

async function feed(pieces, take) {
	for await (const piece of pieces) {
		const bytes = bytesOf(piece);
		if (bytes === null)
			throw new DemofsckError('bad-argument', 'a stream gave something else than bytes');
		if (!await take(bytes))
			break;
	}
}

// A trap of the module is a defect of the module.
async function guarded(work) {
	try {
		return await work();
	} catch (error) {
		throw error instanceof WebAssembly.RuntimeError
			? new DemofsckError('internal', `error in demofsck: ${error.message}`) : error;
	}
}

// Ends the first reading of the recording.
async function finish(session, source) {
	session.finish();
	if (await source.hasChanged?.())
		session.changed();
}

async function checkAll(source, options) {
	const open = opener(source);
	const session = await Session.open(await load(), 'check', options);
	await feed(open(), bytes => session.feed(bytes));
	await finish(session, source);
	const strip = options.strip ? {strip: session.strip()} : {};
	return {...parseReport(session.report()), ...strip};
}

// Collects the output in one array, whose size is known before.
function collector(size) {
	const output = new Uint8Array(size);
	let at = 0;
	return {output, settle() {}, write(bytes) {
		output.set(bytes, at);
		at += bytes.length;
	}};
}

// Passes the output to a function of the caller.  If the function returns a promise, the
// next bytes wait for the end of the promise.
function passer(pass) {
	let waiting = null;
	const wait = promise => {
		waiting = promise;
		waiting.catch(() => {}); // settle() throws the error
	};
	return {output: null, write(bytes) {
		const copy = bytes.slice();
		if (waiting !== null) {
			wait(waiting.then(() => pass(copy)));
			return;
		}
		const done = pass(copy);
		if (typeof done?.then === 'function')
			wait(Promise.resolve(done));
	}, async settle() {
		await waiting;
		waiting = null;
	}};
}

async function repairAll(source, options) {
	const open = opener(source);
	const session = await Session.open(await load(), 'repair', options);
	const kept = isRepeatable(source) ? null : [];

	await feed(open(), bytes => {
		kept?.push(bytes.slice());
		return session.feed(bytes);
	});
	await finish(session, source);
	const {output, write, settle} = options.write
		? passer(options.write) : collector(session.outputSize);
	if (session.repairOpen(write)) {
		await feed(kept ?? open(), async bytes => {
			const same = session.repairFeed(bytes);
			await settle();
			return same;
		});
		if (await source.hasChanged?.())
			session.changed();
		session.repairFinish();
		await settle();
	}
	const {written} = session;
	return {...parseReport(session.report()), written, output: written ? output : null};
}

export function check(source, options = {}) {
	return guarded(() => checkAll(source, options));
}

export function repair(source, options = {}) {
	return guarded(() => repairAll(source, options));
}

export async function rules() {
	return readRules(await load());
}

export async function version() {
	return readVersion(await load());
}
