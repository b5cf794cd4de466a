#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// sizes.mjs - how long the page needs for a recording, and how much memory
//
// usage: node page/test/sizes.mjs FILE...
//
// For each FILE prints the seconds of the check and of the repair in chromium, and the
// most memory that all processes of the browser had together.
import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';

const {chromium} = createRequire(import.meta.url)('playwright-core');
const PAGE = fileURLToPath(new URL('../../dist/demofsck.html', import.meta.url));
const HOUR = 3600e3;

/** The processes below `root`, with `root`, which is this script. */
function family(root) {
	const parents = fs.readdirSync('/proc').filter(name => /^\d+$/.test(name)).map(pid => {
		try {
			const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
			return [Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])];
		} catch {
			return [0, 0]; // the process has ended
		}
	});
	const found = new Set([root]);
	for (let size = 0; size !== found.size;) {
		size = found.size;
		for (const [pid, parent] of parents)
			if (found.has(parent))
				found.add(pid);
	}
	return [...found];
}

function memory(root) {
	return family(root).filter(pid => pid !== root).reduce((sum, pid) => {
		try {
			const text = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
			return sum + Number(text.match(/^Pss: +(\d+)/m)[1]) * 1024;
		} catch {
			return sum;
		}
	}, 0);
}

async function timed(work) {
	const start = performance.now();
	await work();
	return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

for (const file of process.argv.slice(2)) {
	const browser = await chromium.launch({executablePath: '/usr/bin/chromium', timeout: HOUR,
		args: ['--disable-gpu', ...process.getuid() === 0 ? ['--no-sandbox'] : []]});
	let peak = 0;
	const timer = setInterval(() => { peak = Math.max(peak, memory(process.pid)); }, 300);
	const tab = await browser.newPage();
	await tab.goto(pathToFileURL(PAGE).href);
	const before = memory(process.pid);
	const check = await timed(async () => {
		await tab.setInputFiles('#file', file);
		await tab.waitForSelector('#result:not([hidden]), #start-note:not(:empty)',
			{timeout: HOUR});
	});
	const checked = peak;
	const can = await tab.isVisible('#save');
	const save = can ? await timed(() => Promise.all([
		tab.waitForEvent('download', {timeout: HOUR}).then(download => download.path()),
		tab.click('#save'),
	])) : '-';
	clearInterval(timer);
	const mb = bytes => `${Math.round(bytes / 1e6)} MB`;
	console.log(`${path.basename(file)}: ${mb(fs.statSync(file).size)}, ` +
		`${await tab.textContent('#word')}, check ${check}, repair ${save}, ` +
		`memory ${mb(before)} before, ${mb(checked)} in the check, ${mb(peak)} at most` +
		(can || await tab.isVisible('#result') ? '' : `, ${await tab.textContent('#start-note')}`));
	await browser.close();
}
