#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// corpus.mjs - the package says of every sample, byte for byte, what the program says
//
// usage: node bindings/js/test/corpus.mjs [DEMOFSCK [EVERY]]
//
// DEMOFSCK is the native program (default build-gcc/cli/demofsck).  Each sample is checked
// and repaired by both, with the options of the manifest.  With EVERY, only each EVERYth
// sample is compared.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {check, repair} from '../index.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CORPUS = path.join(ROOT, 'corpus');
const PROGRAM = path.resolve(process.argv[2] ?? path.join(ROOT, 'build-gcc/cli/demofsck'));
const EVERY = Number(process.argv[3] ?? 1);
const OUTPUT = 'out';

const run = promisify(execFile);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'demofsck-js-'));
let failed = 0;

function rows() {
	const [head, ...lines] = fs.readFileSync(path.join(CORPUS, 'MANIFEST.tsv'), 'utf8')
		.trimEnd().split('\n').map(line => line.split('\t'));
	const names = head.map(name => name.replace('#', ''));
	return lines.map(line => Object.fromEntries(names.map((name, i) => [name, line[i]])));
}

/** The options of a row, for the program and for the package. */
function optionsOf(row) {
	const native = [], js = {limits: {}, rules: {}};
	for (const word of row.options.split(' ').filter(word => word !== '-')) {
		const [, key, value] = word.match(/^(\w+)=(.*)$/);
		const [name, setting] = value.split('=');
		if (key === 'limit' || key === 'rule') {
			js[`${key}s`][name] = key === 'limit' ? BigInt(setting) : setting;
		} else if (key === 'map' || key === 'base') {
			js[key] = new Uint8Array(fs.readFileSync(path.join(CORPUS, value)));
			native.push(`--${key}=${path.join(CORPUS, value)}`);
			continue;
		} else {
			js[key] = value;
		}
		native.push(`--${word}`);
	}
	return {native, js};
}

async function runNative(...args) {
	try {
		return (await run(PROGRAM, args, {cwd: folder, maxBuffer: 1 << 28})).stdout;
	} catch (error) {
		if (typeof error.code !== 'number')
			throw error;
		return error.stdout;
	}
}

// A report has long lines, so the message names only the first lines that differ.
function same(got, expected, what) {
	const other = expected.split('\n');
	got.split('\n').forEach((line, i) => assert.ok(line === other[i],
		`${what}: line ${i + 1}\n#  got      ${line}\n#  expected ${other[i]}`));
	assert.equal(got.length, expected.length, what);
}

async function comparison(row) {
	const {native, js} = optionsOf(row);
	const file = path.join(CORPUS, row.path), place = path.join(folder, OUTPUT);
	const bytes = fs.readFileSync(file);
	const options = {...js, path: file, modified: fs.statSync(file).mtime};

	same((await check(bytes, {...options, actions: true})).ndjson,
		await runNative('check', '-v', '--format=ndjson', ...native, file), 'check');
	fs.rmSync(place, {force: true});
	const report = await runNative('repair', '--format=ndjson', ...native, '-o', OUTPUT, file);
	const got = await repair(bytes, {...options, outputPath: OUTPUT});
	same(got.ndjson, report, 'repair');
	assert.equal(String(got.summary.exit), row.repair_exit);
	assert.equal(got.output === null, !fs.existsSync(place), 'is there an output?');
	if (got.output !== null)
		assert.ok(fs.readFileSync(place).equals(got.output), 'output');
}

const all = rows().filter((row, i) => i % EVERY === 0);
assert.ok(all.length > 0);
for (const row of all) {
	try {
		await comparison(row);
	} catch (error) {
		failed++;
		console.log(`not ok - ${row.path}: ${error.message}`);
	}
}
fs.rmSync(folder, {recursive: true});
console.log(`${failed ? 'not ok' : 'ok'} - ${all.length - failed} of ${all.length} samples: ` +
	'the same reports and outputs as the program');
process.exitCode = failed ? 1 : 0;
