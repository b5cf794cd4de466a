#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// bin.js - the command demofsck for Node: checks or repairs one file, and prints ndjson
import fs from 'node:fs';
import path from 'node:path';
import {parseArgs, promisify} from 'node:util';
import {DemofsckError, check, repair, version} from './index.js';

const USAGE = `usage: demofsck check [OPTION...] FILE
       demofsck repair [OPTION...] -o OUT FILE
       demofsck -V

Prints the report as one JSON object a line, as the native program does with
--format=ndjson.  FILE is never changed, and OUT must not exist.

  --as=FORMAT          use this format, do not detect it
  --level=LEVEL        salvage, safe or prefix: what a repair may lose
  --depth=DEPTH        full, messages or framing: how much of a Source demo is read
  --profile=PROFILE    archive, strict, playback or lenient: which findings are errors
  --fix-warnings       the repair also removes warnings
  --no-hash            do not compute the SHA-256
`;
const PIECE = 1 << 20; // bytes that are read at once
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const EXIT_USAGE = 2, EXIT_IO = 4, EXIT_INTERNAL = 70;

const text = {type: 'string'}, flag = {type: 'boolean'};
const OPTIONS = {as: text, level: text, depth: text, profile: text, 'fix-warnings': flag,
	'no-hash': flag, output: {type: 'string', short: 'o'}, help: {type: 'boolean', short: 'h'},
	version: {type: 'boolean', short: 'V'}};

// Names and values come from anybody: a terminal must not obey them.
function complain(message) {
	const plain = message.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
		c => `\\u{${c.codePointAt(0).toString(16)}}`);
	process.stderr.write(`demofsck: ${plain}\n`);
}

// Writes to standard output.  A report that is cut off must not pass for a whole report.
function print(text) {
	return new Promise((resolve, reject) => {
		process.stdout.write(text, error => {
			if (error)
				error.message = `the report is incomplete: ${error.message}`;
			error ? reject(error) : resolve();
		});
	});
}

// Some file systems have times that no Date can express.
const isKnown = date => !Number.isNaN(date.getTime());

const readSome = promisify(fs.read);

async function* piecesOf(fd) {
	const room = Buffer.alloc(PIECE);
	for (let at = 0, n; (n = (await readSome(fd, room, 0, PIECE, at)).bytesRead) > 0; at += n)
		yield room.subarray(0, n);
}

// An open file, which can be read twice.
function sourceOf(fd) {
	const before = fs.fstatSync(fd, {bigint: true});
	return {
		stream: () => piecesOf(fd),
		hasChanged() {
			const now = fs.fstatSync(fd, {bigint: true});
			return ['size', 'mtimeNs', 'ctimeNs'].some(name => now[name] !== before[name]);
		},
	};
}

// Runs the work in a new folder beside the output.  Nothing of the folder stays.
async function withFolder(beside, work) {
	let folder = null;
	const remove = () => folder !== null && fs.rmSync(folder, {recursive: true, force: true});
	const end = signal => {
		remove();
		process.removeListener(signal, end);
		process.kill(process.pid, signal);
	};
	for (const signal of SIGNALS)
		process.on(signal, end);
	try {
		folder = fs.mkdtempSync(path.join(path.dirname(beside), '.demofsck-'));
		return await work(folder);
	} finally {
		remove();
		for (const signal of SIGNALS)
			process.removeListener(signal, end);
	}
}

// Writes the output under a temporary name.  The output gets its name when it is complete.
function repairInto(fd, status, output, options) {
	return withFolder(output, async folder => {
		const draft = path.join(folder, 'output');
		const to = fs.openSync(draft, 'wx', 0o600);
		const write = bytes => fs.writeFileSync(to, bytes);
		const report = await repair(sourceOf(fd), {...options, outputPath: output, write});
		// Node cannot read access control lists.  With a list the rights of the group are
		// not in the mode, so only the owner gets rights.
		fs.fchmodSync(to, status.mode & 0o700);
		if (isKnown(status.atime) && isKnown(status.mtime))
			fs.futimesSync(to, status.atime, status.mtime);
		fs.fsyncSync(to);
		fs.closeSync(to);
		if (report.written)
			fs.linkSync(draft, output); // refuses a name that exists
		return report;
	});
}

async function run() {
	const {values, positionals} = parseArgs({options: OPTIONS, allowPositionals: true});
	const [command, file, ...rest] = positionals;
	const {output} = values;

	if (values.help || values.version) {
		await print(values.help ? USAGE : `demofsck ${await version()}\n`);
		return 0;
	}
	if (!['check', 'repair'].includes(command) || file === undefined || rest.length > 0 ||
	    (command === 'repair') !== (output !== undefined)) {
		process.stderr.write(USAGE);
		return EXIT_USAGE;
	}
	// A named pipe that nobody writes to must not stop the program.
	const fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
	const status = fs.fstatSync(fd);
	if (!status.isFile()) {
		complain(`${file}: is no regular file, and cannot be read twice`);
		return EXIT_IO;
	}
	const options = {path: file, as: values.as, level: values.level, depth: values.depth,
		profile: values.profile, fixWarnings: values['fix-warnings'],
		hash: !values['no-hash'], modified: status.mtime};
	if (output !== undefined && fs.existsSync(output)) {
		complain(`${output}: exists already`);
		return EXIT_IO;
	}
	const report = command === 'check' ? await check(sourceOf(fd), options)
		: await repairInto(fd, status, output, options);
	await print(report.ndjson);
	return report.summary.exit;
}

// Is the error about a file or about memory, or is it in the program?
function codeOf(error) {
	if (error.code?.startsWith('ERR_PARSE_ARGS') || error.status === 'bad-argument')
		return EXIT_USAGE;
	if (error.code !== undefined || error.status === 'no-memory')
		return EXIT_IO;
	return EXIT_INTERNAL;
}

// print() reports a failure of standard output.  Nothing can report one of standard error.
for (const stream of [process.stdout, process.stderr])
	stream.on('error', () => {});
try {
	process.exitCode = await run();
} catch (error) {
	complain(error instanceof DemofsckError || error.code ? error.message : error.stack);
	process.exitCode = codeOf(error);
}
