#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// api.mjs - every kind of source, the options, and every kind of failure
//
// usage: node bindings/js/test/api.mjs [DEMOFSCK]
//
// DEMOFSCK is the native program (default build-gcc/cli/demofsck).
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {Readable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {DemofsckError, check, repair, rules, version} from '../index.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROGRAM = path.resolve(process.argv[2] ?? path.join(ROOT, 'build-gcc/cli/demofsck'));
const sample = name => path.join(ROOT, 'corpus', name);
const CRASHED = sample('twdemo/crash/page.demo');
const SOURCE = sample('dem/good/level-end-bytes-many.dem');
const crashed = new Uint8Array(fs.readFileSync(CRASHED));
let cases = 0, failed = 0;

async function test(sentence, work) {
	cases++;
	try {
		await work();
		console.log(`ok ${cases} - ${sentence}`);
	} catch (error) {
		failed++;
		console.log(`not ok ${cases} - ${sentence}\n# ${error.stack.slice(0, 1000)}`);
	}
}

const native = (...args) => spawnSync(PROGRAM, args, {encoding: 'utf8'}).stdout;

function* pieces(bytes, size) {
	for (let at = 0; at < bytes.length; at += size)
		yield bytes.subarray(at, at + size);
}

const SOURCES = {
	'a Uint8Array': () => crashed,
	'an ArrayBuffer': () => crashed.slice().buffer,
	'a DataView': () => new DataView(crashed.slice().buffer),
	'a part of a buffer': () => new Uint8Array([0, ...crashed, 0]).subarray(1, -1),
	'a Blob': () => new Blob([crashed]),
	'a ReadableStream': () => new Blob([crashed]).stream(),
	'a stream of Node': () => fs.createReadStream(CRASHED, {highWaterMark: 100}),
	'pieces of one byte': () => pieces(crashed, 1),
	'an object with stream()': () => ({stream: () => fs.createReadStream(CRASHED)}),
};

await test('every kind of source gives the same report and the same output', async () => {
	const expected = await repair(crashed);
	assert.equal(expected.summary.exit, 3);
	for (const [name, source] of Object.entries(SOURCES)) {
		const got = await repair(source());
		assert.equal(got.ndjson, expected.ndjson, name);
		assert.deepEqual(got.output, expected.output, name);
		assert.equal((await check(source())).file.verdict, 'truncated', name);
	}
});

await test('the options mean what they mean in the program', async () => {
	const files = ['twdemo/bad/framing_lost-lost-block-two.demo', 'dem/crash/stop-2.dem',
		'twdemo/bad/message_id.demo', 'dem/good/level-end-bytes-many.dem',
		'teehistorian/real/ddnet20.1.1-sigkill-2-after3.3s.teehistorian'].map(sample);
	const checks = {
		'--depth=framing': {depth: 'framing'}, '--depth=messages': {depth: 'messages'},
		'--profile=strict': {profile: 'strict'}, '--profile=playback': {profile: 'playback'},
		'--profile=lenient': {profile: 'lenient'}, '--no-hash': {hash: false},
	};
	const repairs = {
		'--level=prefix': {level: 'prefix'}, '--level=safe': {level: 'safe'},
		'--fix-warnings': {fixWarnings: true}, '--profile=strict': {profile: 'strict'},
	};
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'demofsck-api-'));
	const output = path.join(folder, 'output');
	for (const file of files) {
		const bytes = fs.readFileSync(file);
		const known = {path: file, modified: fs.statSync(file).mtime};
		for (const [option, given] of Object.entries(checks)) {
			const {ndjson} = await check(bytes, {...known, ...given, actions: true});
			assert.ok(ndjson === native('check', '-v', '--format=ndjson', option, file),
				`check ${option} ${file}`);
		}
		for (const [option, given] of Object.entries(repairs)) {
			const {ndjson} = await repair(bytes, {...known, ...given, outputPath: output});
			fs.rmSync(output, {force: true});
			const expected = native('repair', '--format=ndjson', option, '-o', output, file);
			assert.ok(ndjson === expected, `repair ${option} ${file}`);
		}
	}
	fs.rmSync(folder, {recursive: true});
});

await test('rules and version are those of the program', async () => {
	assert.deepEqual(await rules(), JSON.parse(native('rules', '--format=json')));
	assert.match(native('--version'), new RegExp(`^demofsck ${await version()}`));
	const text = fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8');
	assert.equal(JSON.parse(text).version, await version());
});

await test('the function write gets the output instead', async () => {
	const parts = [];
	const got = await repair(crashed, {write: bytes => parts.push(bytes)});
	assert.deepEqual([got.output, got.written], [null, true]);
	assert.deepEqual(new Uint8Array(Buffer.concat(parts)), (await repair(crashed)).output);
});

await test('the function write may return a promise', async () => {
	const parts = [], big = new Uint8Array(fs.readFileSync(SOURCE));
	let running = 0;
	const got = await repair(big, {async write(bytes) {
		assert.equal(++running, 1);
		await new Promise(resolve => setTimeout(resolve, 1));
		parts.push(bytes);
		running--;
	}});
	assert.deepEqual([running, got.written], [0, true]);
	assert.deepEqual(new Uint8Array(Buffer.concat(parts)), (await repair(big)).output);
	await assert.rejects(repair(big, {async write() {
		throw new Error('the disk is full');
	}}), /the disk is full/);
});

await test('a recording that cannot be repaired has no output', async () => {
	const got = await repair(new Uint8Array(1000));
	assert.equal(got.output, null);
	assert.equal(got.file.output, null);
	assert.equal(got.summary.exit, 1);
});

await test('several checks at once do not disturb each other', async () => {
	const all = await Promise.all(Array.from({length: 8}, (_, i) =>
		check(i % 2 ? pieces(crashed, 7) : new Blob([crashed]))));
	assert.equal(new Set(all.map(({ndjson}) => ndjson)).size, 1);
});

await test('a recording that changes between the two readings has no output', async () => {
	let readings = 0;
	const other = crashed.slice();
	other[2000] ^= 1;
	const got = await repair({stream: () => pieces(readings++ ? other : crashed, 999)});
	assert.equal(got.output, null);
	assert.equal(got.file.error, 'it changed while it was read');
	assert.equal(got.file.verdict, 'undecided');
	assert.equal(got.summary.exit, 5);
});

await test('a source can say that the recording changed', async () => {
	for (const readings of [1, 2]) {
		let asked = 0;
		const source = {stream: () => pieces(crashed, 999),
			hasChanged: async () => ++asked === readings};
		const got = await repair(source);
		assert.equal(got.file.error, 'it changed while it was read');
		assert.deepEqual([got.file.verdict, got.output, got.summary.exit, asked],
			['undecided', null, 5, readings]);
	}
	let readings = 0;
	const both = await repair({stream: () => pieces(readings++ ? crashed.subarray(1) : crashed, 999),
		hasChanged: () => readings === 2});
	assert.equal(both.findings.filter(({rule}) => rule === 'file.growing').length, 1);
	const {file, findings, summary, actions} = await check(
		{stream: () => [crashed], hasChanged: () => true}, {strip: true, actions: true});
	assert.deepEqual([file.verdict, summary.exit, findings.at(-1).rule, actions.length],
		['undecided', 5, 'file.growing', 0]);
	assert.equal((await check({stream: () => [crashed], hasChanged: () => false}))
		.file.verdict, 'truncated');
});

const detach = bytes => structuredClone(bytes, {transfer: [bytes.buffer ?? bytes]});

await test('a detached buffer is an error, and no empty file', async () => {
	const isRefused = error => error instanceof DemofsckError && /detached/.test(error.message);
	const forms = [bytes => bytes, bytes => bytes.buffer, bytes => new DataView(bytes.buffer)];
	for (const form of forms) {
		for (const work of [check, repair]) {
			const before = form(crashed.slice()), later = form(crashed.slice());
			detach(before);
			await assert.rejects(work(before), isRefused);
			await assert.rejects(work([crashed, before]), isRefused);
			await assert.rejects(check(crashed, {map: before}), isRefused);
			const promise = work(later);
			detach(later);
			await assert.rejects(promise, /bytes are in another thread|changed its size/);
		}
	}
	for (const empty of [new Uint8Array(), new ArrayBuffer(0), [], [new Uint8Array()]])
		assert.equal((await check(empty)).file.size, 0);
});

await test('the option map is bytes in any form', async () => {
	const map = new Uint8Array(fs.readFileSync(sample('datafile/good/bezier.map')));
	const {ndjson} = await check(crashed, {map});
	assert.notEqual(ndjson, (await check(crashed)).ndjson);
	for (const form of [map.buffer, new DataView(map.buffer), Buffer.from(map)])
		assert.equal((await check(crashed, {map: form})).ndjson, ndjson);
});

await test('a time that no Date can express is an unknown time', async () => {
	const {ndjson} = await repair(crashed);
	assert.equal((await repair(crashed, {modified: new Date(NaN)})).ndjson, ndjson);
});

await test('a wrong option is an error, and names its status', async () => {
	const isBad = error => error instanceof DemofsckError && error.status === 'bad-argument';
	for (const options of [{level: 'all'}, {as: 'nothing'}, {profile: 'none'},
		{limits: {nothing: 1}}, {limits: {input_bytes: 2n ** 64n - 1n}},
		{limits: {input_bytes: 2n ** 64n + 5n}}, {limits: {input_bytes: 1.5}},
		{limits: {input_bytes: -1}}, {limits: {input_bytes: 'many'}},
		{limits: {input_bytes: NaN}}, {map: 'dm1.map'}, {map: null}, {map: [1, 2]}, {base: 'text'},
		{modified: 5}, {modified: '2024-01-31'}, {modified: null},
		{rules: {nothing: 'off'}}, {rules: {'twdemo.magic': 'loud'}}, {path: 'a\0b'}])
		await assert.rejects(check(crashed, options), error =>
			isBad(error) && !error.message.includes('\n'), Object.keys(options)[0]);
	for (const source of [undefined, null, 3, {}, ['text']])
		await assert.rejects(check(source), isBad, String(source));
});

await test('an error of a stream or of write passes through', async () => {
	const broken = Readable.from((async function* () {
		yield crashed.subarray(0, 100);
		throw new Error('the disk failed');
	})());
	await assert.rejects(check(broken), /the disk failed/);
	await assert.rejects(repair(crashed, {write() {
		throw new Error('the disk is full');
	}}), /the disk is full/);
	assert.equal((await check(crashed)).file.verdict, 'truncated');
});

await test('a lack of memory is an error, and no finding', async () => {
	const code = `import fs from 'node:fs';
		import {check} from ${JSON.stringify(String(new URL('../index.js', import.meta.url)))};
		try {
			console.log((await check(fs.readFileSync(${JSON.stringify(SOURCE)}))).file.verdict);
		} catch (error) {
			console.log(error.name, error.status);
		}`;
	const run = pages => spawnSync(process.execPath, [`--wasm-max-mem-pages=${pages}`,
		'--input-type=module', '-e', code], {encoding: 'utf8'});
	assert.equal(run(4000).stdout, 'valid\n');
	const got = [];
	// From too little for the module itself to almost enough.
	for (let pages = 20; pages < 120; pages += 10) {
		const {stdout, stderr} = run(pages);
		assert.match(stdout, /^(DemofsckError no-memory|valid)\n$/,
			`${pages} pages: ${stdout}${stderr}`);
		got.push(stdout);
	}
	assert.ok(got.includes('DemofsckError no-memory\n'), got.join(''));
});

console.log(`1..${cases}`);
process.exitCode = failed ? 1 : 0;
