// SPDX-License-Identifier: MIT
// worker.js - reads the file beside the page, so that the page never stands still
import {DemofsckError, Session, parseReport, readRules, readVersion} from '../bindings/js/engine.js';

const SLICE = 4 << 20; // bytes that are read at once
const PART = 16 << 20; // bytes of the output that are kept in the memory of the page
const TIMES = 1000; // places on the strip whose time the page gets

let module, file, session;

// The file was changed or moved since the player chose it, or no program may read it.
class UnreadableError extends Error {}

// Reads the file, and tells the page how far it is.
async function readFile(take) {
	for (let at = 0; at < file.size; at += SLICE) {
		const slice = file.slice(at, at + SLICE);
		const bytes = new Uint8Array(await slice.arrayBuffer().catch(error => {
			throw new UnreadableError(error.message);
		}));
		// Chromium refuses a file that changed.  Firefox gives the bytes that are left.
		if (bytes.length !== slice.size)
			throw new UnreadableError('the file is shorter');
		postMessage({type: 'progress', done: at, all: file.size});
		if (!take(bytes))
			break;
	}
}

async function rulesOf(findings) {
	const ids = new Set(findings.map(finding => finding.rule));
	const rules = (await readRules(module)).filter(rule => ids.has(rule.id));
	return Object.fromEntries(rules.map(rule => [rule.id, rule]));
}

async function check(as) {
	session = await Session.open(module, 'check', {path: file.name, as, strip: true,
		modified: new Date(file.lastModified)});
	await readFile(bytes => session.feed(bytes));
	session.finish();
	const report = parseReport(session.report());
	const strip = session.strip();
	return {type: 'checked', report, strip, times: session.stripTimes(strip.size, TIMES),
		rules: await rulesOf(report.findings)};
}

// Collects the output in parts, which the browser may keep on a disk.
function collector() {
	const parts = [];
	let part = [], size = 0;
	const close = () => {
		parts.push(new Blob(part));
		part = [];
		size = 0;
	};
	return {
		write(bytes) {
			part.push(bytes.slice());
			size += bytes.length;
			if (size >= PART)
				close();
		},
		blob() {
			close();
			return new Blob(parts, {type: 'application/octet-stream'});
		},
	};
}

async function repair() {
	const output = collector();
	const opened = session.repairOpen(bytes => output.write(bytes));
	if (opened)
		await readFile(bytes => session.repairFeed(bytes));
	const good = opened && session.repairFinish();
	if (session.hasChanged)
		throw new UnreadableError('the file has other bytes');
	return {type: 'repaired', error: session.error, blob: good ? output.blob() : null};
}

async function answer(message) {
	if (message.type === 'repair')
		return repair();
	({file} = message);
	module = await WebAssembly.compile(message.wasm);
	postMessage({type: 'started', version: await readVersion(module)});
	return check(message.as);
}

// Failures have a kind, for which the page has a text.
function kindOf(error) {
	if (error instanceof UnreadableError)
		return 'read';
	if (error.status === 'no-memory' || error instanceof RangeError)
		return 'memory';
	return error instanceof WebAssembly.CompileError ? 'start' : 'program';
}

self.onmessage = async ({data}) => {
	try {
		postMessage(await answer(data));
	} catch (error) {
		const why = error instanceof DemofsckError ? error.message : String(error);
		postMessage({type: 'failed', kind: kindOf(error), why});
	}
};
