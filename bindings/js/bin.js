#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// bin.js - the command demofsck for Node: checks or repairs one file, and prints ndjson
import fs from 'node:fs';
import path from 'node:path';
import {parseArgs} from 'node:util';
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

// A file that can be read twice.
function sourceOf(file) {
	return {stream: () => fs.createReadStream(file, {highWaterMark: 1 << 20})};
}

// The rights of a copy: nobody gets more than on the original.
function rightsOf(own, like) {
	if (own.uid === like.uid && own.gid === like.gid)
		return like.mode & 0o777;
	const others = like.mode & like.mode >> 3 & 7;
	return like.mode & 0o700 | others << 3 | others;
}

// Writes the output under a temporary name.  The output gets its name when it is complete.
async function repairInto(file, output, options) {
	const folder = fs.mkdtempSync(path.join(path.dirname(output), '.demofsck-'));
	const draft = path.join(folder, 'output');
	try {
		const to = fs.openSync(draft, 'wx', 0o600);
		const like = fs.statSync(file);
		const write = bytes => fs.writeFileSync(to, bytes);
		const report = await repair(sourceOf(file), {...options, outputPath: output, write});
		fs.fchmodSync(to, rightsOf(fs.fstatSync(to), like));
		fs.futimesSync(to, like.atime, like.mtime);
		fs.fsyncSync(to);
		fs.closeSync(to);
		if (report.written)
			fs.linkSync(draft, output); // refuses a name that exists
		return report;
	} finally {
		fs.rmSync(folder, {recursive: true});
	}
}

async function run() {
	const {values, positionals} = parseArgs({options: OPTIONS, allowPositionals: true});
	const [command, file, ...rest] = positionals;
	const {output} = values;

	if (values.help || values.version) {
		process.stdout.write(values.help ? USAGE : `demofsck ${await version()}\n`);
		return 0;
	}
	if (!['check', 'repair'].includes(command) || file === undefined || rest.length > 0 ||
	    (command === 'repair') !== (output !== undefined)) {
		process.stderr.write(USAGE);
		return EXIT_USAGE;
	}
	const status = fs.statSync(file);
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
	const report = command === 'check' ? await check(sourceOf(file), options)
		: await repairInto(file, output, options);
	process.stdout.write(report.ndjson);
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

try {
	process.exitCode = await run();
} catch (error) {
	complain(error instanceof DemofsckError || error.code ? error.message : error.stack);
	process.exitCode = codeOf(error);
}
