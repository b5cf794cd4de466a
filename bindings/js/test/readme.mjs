#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// readme.mjs - the examples of README.md print what README.md says, and the command works
//
// usage: node bindings/js/test/readme.mjs
//
// The package is packed and unpacked as a user gets it, and TypeScript reads its types.
import assert from 'node:assert/strict';
import {execFileSync, spawn, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = path.join(PACKAGE, '../..');
const MODULES = path.join(ROOT, 'page/test/node_modules');
const SAMPLES = {
	'crash.teehistorian':
		'teehistorian/real/ddnet20.1.1-sigkill-2-after3.3s.teehistorian',
	'crash.demo': 'twdemo/crash/page.demo',
};
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'demofsck-readme-'));
const at = (...names) => path.join(folder, ...names);
let n = 0;

function ok(sentence) {
	console.log(`ok ${++n} - ${sentence}`);
}

function install() {
	execFileSync('npm', ['pack', '--pack-destination', folder], {cwd: PACKAGE, stdio: 'pipe'});
	const packed = fs.readdirSync(folder).find(name => name.endsWith('.tgz'));
	fs.mkdirSync(at('node_modules', 'demofsck'), {recursive: true});
	execFileSync('tar', ['-xzf', at(packed), '--strip-components=1', '-C',
		at('node_modules', 'demofsck')]);
	for (const [name, sample] of Object.entries(SAMPLES))
		fs.copyFileSync(path.join(ROOT, 'corpus', sample), at(name));
}

function node(...args) {
	return spawnSync(process.execPath, ['--no-warnings', ...args],
		{cwd: folder, encoding: 'utf8'});
}

function tryExamples() {
	const text = fs.readFileSync(at('node_modules', 'demofsck', 'README.md'), 'utf8');
	const examples = [...text.matchAll(/```js\n(.*?)```\n+```text\n(.*?)```/gs)];
	assert.equal(examples.length, 5);
	for (const [, code, expected] of examples) {
		fs.writeFileSync(at('example.mjs'), code);
		const {stdout, stderr} = node('example.mjs');
		assert.equal(stdout, expected, stderr);
		ok(`an example prints ${expected.split('\n')[0].slice(0, 50)}`);
	}
}

function tryCommand() {
	const command = at('node_modules', 'demofsck', 'bin.js');
	const run = (...args) => node(command, ...args);
	assert.equal(run('check', 'crash.demo').status, 1);
	assert.equal(run('repair', '-o', 'whole.demo', 'crash.demo').status, 3);
	assert.equal(run('check', 'whole.demo').status, 0);
	const before = fs.readFileSync(at('whole.demo'));
	assert.equal(run('repair', '-o', 'whole.demo', 'crash.demo').status, 4);
	assert.deepEqual(fs.readFileSync(at('whole.demo')), before);
	assert.equal(run('check', 'absent.demo').status, 4);
	assert.equal(run('check', '--level=x', 'crash.demo').status, 2);
	assert.equal(run('repair', 'crash.demo').status, 2);
	for (const args of [['check', 'none\x1b]0;x\x07\u202e'], ['check', '--\x1b[2J', 'crash.demo'],
		['repair', '-o', 'whole.demo', '\x1b[31m'], ['check', '--level=\x1b', 'crash.demo']])
		assert.match(run(...args).stderr, /^[ -~\n]+$/);
	// The mode of a file with an access control list looks like this one.
	fs.chmodSync(at('crash.demo'), 0o664);
	fs.utimesSync(at('crash.demo'), 1700000000, 1700000000);
	assert.equal(run('repair', '-o', 'private.demo', 'crash.demo').status, 3);
	const [input, output] = ['crash.demo', 'private.demo'].map(name => fs.statSync(at(name)));
	assert.deepEqual([output.mode & 0o777, output.mtimeMs], [0o600, input.mtimeMs]);
	assert.equal(spawnSync('mkfifo', [at('pipe')]).status, 0);
	assert.equal(run('repair', '-o', 'never.demo', 'pipe').status, 4);
	assert.deepEqual(fs.readdirSync(folder).filter(name => name.startsWith('.')), []);
	ok('the command has the exit codes of the program, and replaces no file');
}

// A report that cannot be written is a failure of the environment, and no verdict.
async function tryLostReports() {
	const command = at('node_modules', 'demofsck', 'bin.js');
	const full = fs.openSync('/dev/full', 'w');
	const toFull = (...args) => spawnSync(process.execPath, [command, ...args],
		{cwd: folder, encoding: 'utf8', stdio: ['ignore', full, 'pipe']});
	const toClosed = (...args) => new Promise(resolve => {
		const child = spawn(process.execPath, [command, ...args], {cwd: folder});
		let stderr = '';
		child.stdout.destroy();
		child.stderr.on('data', text => { stderr += text; });
		child.on('close', status => resolve({status, stderr}));
	});
	for (const run of [toFull, toClosed]) {
		fs.rmSync(at('saved.demo'), {force: true});
		for (const args of [['check', 'crash.demo'], ['-V'], ['--help'],
			['repair', '-o', 'saved.demo', 'crash.demo']]) {
			const {status, stderr} = await run(...args);
			assert.match(stderr, /^demofsck: the report is incomplete: .*\n$/);
			assert.equal(status, 4);
		}
		assert.deepEqual(fs.readFileSync(at('saved.demo')), fs.readFileSync(at('whole.demo')));
	}
	assert.equal(spawnSync(process.execPath, [command, 'check', 'absent.demo'],
		{cwd: folder, stdio: ['ignore', 'ignore', full]}).status, 4);
	fs.closeSync(full);
	ok('the command says when its report is not complete');
}

// Runs the command on a file that needs some time, and calls `meanwhile` again and again.
function runSlowly(args, meanwhile) {
	const skips = Buffer.alloc(20e6, Buffer.from([0x41, 0])); // TICK_SKIP of no ticks
	fs.writeFileSync(at('slow.teehistorian'),
		Buffer.concat([fs.readFileSync(at('crash.teehistorian')), skips]));
	const child = spawn(process.execPath, [at('node_modules', 'demofsck', 'bin.js'), ...args],
		{cwd: folder, stdio: ['ignore', 'pipe', 'inherit']});
	const timer = setInterval(() => meanwhile(child), 5);
	let report = '';
	child.stdout.on('data', text => { report += text; });
	return new Promise(resolve => child.on('close', (status, signal) => {
		clearInterval(timer);
		resolve({status, signal, report});
	}));
}

const hidden = () => fs.readdirSync(folder).filter(name => name.startsWith('.demofsck-'));

async function tryChanges() {
	const grow = () => fs.appendFileSync(at('slow.teehistorian'), 'A\0');
	for (const args of [['check'], ['repair', '-o', 'grown.teehistorian']]) {
		const {status, report} = await runSlowly([...args, 'slow.teehistorian'], grow);
		assert.equal(status, 5);
		assert.match(report, /"rule":"file.growing"/);
		assert.match(report, /"verdict":"undecided"/);
	}
	assert.equal(fs.existsSync(at('grown.teehistorian')), false);
	assert.deepEqual(hidden(), []);
	ok('a file that is being written gets no verdict');
}

async function trySignals() {
	for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
		let seen = 0;
		const {signal} = await runSlowly(['repair', '-o', 'ended.teehistorian',
			'slow.teehistorian'], child => {
			seen = Math.max(seen, hidden().length);
			if (hidden().length > 0)
				child.kill(name);
		});
		assert.deepEqual([signal, seen, hidden()], [name, 1, []]);
		assert.equal(fs.existsSync(at('ended.teehistorian')), false);
	}
	ok('a signal leaves nothing behind');
}

// Only some file systems have such a time.
function tryStrangeTime() {
	if (spawnSync('touch', ['-d', '@99999999999999', at('crash.demo')]).status !== 0 ||
	    !Number.isNaN(fs.statSync(at('crash.demo')).mtime.getTime())) {
		console.log(`ok ${++n} - a time that no Date can express # SKIP no such time here`);
		return;
	}
	const {status} = node(at('node_modules', 'demofsck', 'bin.js'), 'repair', '-o',
		'late.demo', 'crash.demo');
	assert.equal(status, 3);
	ok('a time that no Date can express is left out');
}

const USE = `import {check, repair, rules, version, DemofsckError} from 'demofsck';
import type {Finding, Report, Repair, Strip} from 'demofsck';

const report: Report = await check(new Uint8Array(3), {level: 'safe', strip: true});
const strip: Strip | undefined = report.strip;
const first: Finding | undefined = report.findings[0];
const done: Repair = await repair(new Blob(['x']), {limits: {input_bytes: 9n}});
await repair(new ArrayBuffer(3), {map: new ArrayBuffer(3), write: async bytes => {
	console.log(bytes.length);
}});
await repair({stream: async function* () { yield new Uint8Array(3); }, hasChanged: () => false},
	{write: bytes => bytes.length});
const size: number = done.output === null ? 0 : done.output.length;
const words: string[] = (await rules()).map(rule => rule.why);
console.log(strip, first?.args.found, size, words, await version(), new DemofsckError());
`;
const MISUSE = `import {check} from 'demofsck';
await check(new Uint8Array(3), {level: 'everything'});
`;

function tsc(code) {
	fs.writeFileSync(at('use.mts'), code);
	return spawnSync(process.execPath, [path.join(MODULES, 'typescript/bin/tsc'), '--strict',
		'--noEmit', '--target', 'es2022', '--module', 'nodenext', '--lib',
		'es2022,dom,dom.iterable', 'use.mts'], {cwd: folder, encoding: 'utf8'});
}

function tryTypes() {
	const good = tsc(USE), bad = tsc(MISUSE);
	assert.equal(good.status, 0, good.stdout + good.stderr);
	assert.match(bad.stdout, /not assignable/);
	ok('tsc --strict accepts a use of the types, and refuses a wrong one');
}

try {
	install();
	tryExamples();
	tryCommand();
	await tryLostReports();
	await tryChanges();
	await trySignals();
	tryStrangeTime();
	tryTypes();
} finally {
	fs.rmSync(folder, {recursive: true});
}
console.log(`1..${n}`);
