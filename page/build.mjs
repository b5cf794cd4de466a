#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// build.mjs - makes one HTML file of the page and of the library
//
// usage: node page/build.mjs [OUTPUT]
//
// OUTPUT is dist/demofsck.html by default.  bindings/js/build.sh must have made
// demofsck.wasm.  The same sources and the same Node give the same bytes.
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import {gzipSync} from 'node:zlib';
import {TEXTS} from './texts.js';

const PAGE = path.dirname(fileURLToPath(import.meta.url));
const ROOT = path.dirname(PAGE);
const IMPORT = /^import \{[^}]*\} from '(.*)';\n/gm;

// A module and all modules that it imports, each once, without imports and exports.  No
// two modules have the same name at their top level, or the browser refuses the script.
function bundle(file, seen = new Set()) {
	if (seen.has(file))
		return '';
	seen.add(file);
	const text = fs.readFileSync(file, 'utf8');
	const imported = [...text.matchAll(IMPORT)].map(
		([, name]) => bundle(path.resolve(path.dirname(file), name), seen));
	return imported.join('') + text.replace(IMPORT, '').replace(/^export /gm, '');
}

const hash = text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const escaped = text => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);

const module = path.join(ROOT, 'bindings/js/demofsck.wasm');
const parts = {
	LANGUAGE: TEXTS.language,
	TITLE: escaped(TEXTS.title),
	NO_SCRIPT: escaped(TEXTS.no_script),
	LICENCES: escaped(fs.readFileSync(path.join(ROOT, 'bindings/js/LICENSES.txt'), 'utf8')),
	STYLE: fs.readFileSync(path.join(PAGE, 'style.css'), 'utf8'),
	WASM: gzipSync(fs.readFileSync(module), {level: 9}).toString('base64'),
	WORKER: bundle(path.join(PAGE, 'worker.js')),
	MAIN: bundle(path.join(PAGE, 'main.js')),
};
// Nothing may be loaded and nothing may be sent.  The worker has the policy of the page.
parts.CSP = [
	"default-src 'none'",
	`script-src ${hash(parts.MAIN)} 'wasm-unsafe-eval'`,
	'worker-src blob:',
	`style-src ${hash(parts.STYLE)}`,
	'img-src data:',
	"base-uri 'none'",
	"form-action 'none'",
].join('; ');
for (const [name, text] of Object.entries(parts))
	if (/<\/(script|style)/i.test(text))
		throw new Error(`${name} would end its element`);

const output = process.argv[2] ?? path.join(ROOT, 'dist/demofsck.html');
fs.mkdirSync(path.dirname(output), {recursive: true});
fs.writeFileSync(output, fs.readFileSync(path.join(PAGE, 'index.html'), 'utf8')
	.replace(/@([A-Z_]+)@/g, (all, name) => parts[name]));
console.log(`${path.relative(process.cwd(), output)}: ${fs.statSync(output).size} bytes`);
