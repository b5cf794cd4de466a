// SPDX-License-Identifier: MIT
// index.js - checks and repairs recordings of games, in Node and in browsers
import {DemofsckError, Session, parseReport, readRules, readVersion} from './engine.js';

export {DemofsckError};

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

function bytesOf(value) {
	if (value instanceof Uint8Array)
		return value;
	if (ArrayBuffer.isView(value))
		return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
	if (value instanceof ArrayBuffer)
		return new Uint8Array(value);
	return null;
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

// Returns a function that gives the pieces of the source from its start.
function opener(source) {
	const bytes = bytesOf(source);
	const open = stream => stream.getReader ? readAll(stream) : stream;
	if (bytes !== null)
		return () => [bytes];
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
		if (!take(bytes))
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

async function checkAll(source, options) {
	const open = opener(source);
	const session = await Session.open(await load(), 'check', options);
	await feed(open(), bytes => session.feed(bytes));
	session.finish();
	const strip = options.strip ? {strip: session.strip()} : {};
	return {...parseReport(session.report()), ...strip};
}

// Collects the output in one array, whose size is known before.
function collector(size) {
	const output = new Uint8Array(size);
	let at = 0;
	return {output, write(bytes) {
		output.set(bytes, at);
		at += bytes.length;
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
	session.finish();
	const {output, write} = options.write
		? {output: null, write: bytes => options.write(bytes.slice())}
		: collector(session.outputSize);
	if (session.repairOpen(write)) {
		await feed(kept ?? open(), bytes => session.repairFeed(bytes));
		session.repairFinish();
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
