#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// browsers.mjs - uses dist/demofsck.html in chromium and Firefox, as a player does
//
// usage: node page/test/browsers.mjs [DEMOFSCK [PICTURES]]
//
// DEMOFSCK is the native program (default build-gcc/cli/demofsck), whose verdicts and
// repaired bytes the page must give.  Screenshots go to the directory PICTURES.  Needs
// chromium and firefox-esr, as Debian has them, and `npm ci --prefix page/test`.
import {execFileSync, spawnSync} from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {createRequire} from 'node:module';
import {fileURLToPath, pathToFileURL} from 'node:url';

const require = createRequire(import.meta.url);
const {chromium} = require('playwright-core');
const axe = require('axe-core');

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = path.join(ROOT, 'dist/demofsck.html');
const CORPUS = path.join(ROOT, 'corpus');
const PROGRAM = path.resolve(process.argv[2] ?? path.join(ROOT, 'build-gcc/cli/demofsck'));
const PICTURES = process.argv[3];
const EVERY = 60; // of the samples, in each browser
const WIDTHS = {desktop: 1280, phone: 360};
const FLAGS = ['--disable-gpu', '--disable-quic', '--no-first-run',
	'--disable-background-networking', '--disable-component-update', '--disable-sync'];
const LOOKED_AT = {
	crashed: 'twdemo/crash/page.demo',
	whole: 'twdemo/good/next.demo',
	damaged: 'twdemo/bad/framing_lost-lost-block-two.demo',
	teehistorian: 'teehistorian/real/ddnet20.1.1-sigkill-2-after3.3s.teehistorian',
	source: 'dem/good/level-end-bytes-many.dem',
};
const HOSTILE = '"><img src=x onerror=alert(1)>&lt;\u202eomed.exe.demo';
const BAD = `<!DOCTYPE html><html><title>Bad</title><main><h1>Bad</h1>
<p style="color:#bbb;background:#fff">pale</p><img src="http://127.0.0.1:9/x">
<div style="width:3000px">wide</div><script>console.error('oh')</script></main></html>`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'demofsck-page-'));
const url = pathToFileURL(PAGE).href;
let cases = 0, failed = 0;

function told(sentence, problems) {
	cases++;
	failed += problems.length > 0;
	console.log(`${problems.length ? 'not ' : ''}ok ${cases} - ${sentence}`);
	problems.forEach(line => console.log(`# ${line}`));
}

const sample = name => path.join(CORPUS, name);

// ------------------------------------------------------ what is expected --

function rows() {
	return fs.readFileSync(path.join(CORPUS, 'MANIFEST.tsv'), 'utf8').trimEnd().split('\n')
		.slice(1).map(line => line.split('\t')).filter(row => row[8] === '-')
		.map(([name, , verdict]) => ({name, verdict}));
}

/** What the program writes, or null. */
function repaired(file, ...options) {
	const output = path.join(folder, 'native');
	fs.rmSync(output, {force: true});
	spawnSync(PROGRAM, ['repair', '-q', ...options, file, '-o', output]);
	return fs.existsSync(output) ? fs.readFileSync(output) : null;
}

// ------------------------------------------------------------ a browser --

// Everything that a browser does with the page: the same for both drivers.
const RESULT = () => {
	const shown = id => !document.getElementById(id).hidden;
	const text = id => document.getElementById(id).textContent;
	if (shown('result'))
		return {verdict: document.getElementById('result').dataset.verdict,
			sentence: text('verdict'), save: shown('save-box'), note: text('save-note')};
	return shown('start') && text('start-note') !== '' ? {failure: text('start-note')} : null;
};

async function until(tab, what, seconds = 60) {
	for (let i = 0; i < seconds * 50; i++) {
		const value = await tab.evaluate(what);
		if (value)
			return value;
		await new Promise(resolve => setTimeout(resolve, 20));
	}
	throw new Error('the page does not answer');
}

// The result that is shown must be that of the next file.
async function forget(tab) {
	await tab.evaluate(() => {
		for (const id of ['start', 'result'])
			document.getElementById(id).hidden = true;
	});
}

async function verdicts(tab, choose) {
	const found = [];
	for (const {name, verdict} of rows().filter((row, i) => i % EVERY === 0)) {
		await forget(tab);
		await choose(sample(name));
		const got = await until(tab, RESULT);
		if (got.verdict !== verdict)
			found.push(`${name}: ${JSON.stringify(got)}, not ${verdict}`);
	}
	return found;
}

// Saves the repaired copy, and compares the bytes.
async function saved(tab, choose, save, file) {
	await forget(tab);
	await choose(file);
	const before = await until(tab, RESULT);
	if (!before.save)
		return [`no repair: ${JSON.stringify(before)}`];
	const bytes = await save();
	return bytes.equals(repaired(file)) ? [] : [`${file}: other bytes than the program`];
}

// ------------------------------------------------------------- chromium --

async function violations(tab) {
	await tab.evaluate(axe.source);
	const result = await tab.evaluate(() => axe.run());
	return result.violations.flatMap(v => v.nodes.map(
		node => `axe ${v.id}: ${v.help}: ${node.html.slice(0, 200)}`));
}

// Every request, message and dialog is a problem.
function watch(tab, target, problems) {
	tab.on('console', message => problems.push(`console: ${message.text()}`));
	tab.on('pageerror', error => problems.push(`error: ${error.message}`));
	tab.on('dialog', dialog => {
		problems.push(`dialog: ${dialog.message()}`);
		dialog.dismiss();
	});
	tab.on('request', request => /^(blob|data):/.test(request.url()) ||
		request.url() === target || problems.push(`request: ${request.url()}`));
}

async function watched(browser, target, options, problems) {
	const tab = await browser.newPage(options);
	watch(tab, target, problems);
	await tab.goto(target);
	return tab;
}

async function judge(tab, width, problems, picture) {
	if (PICTURES && picture)
		await tab.screenshot({path: path.join(PICTURES, `${picture}.png`), fullPage: true});
	const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
	if (wide > width)
		problems.push(`${picture}: a horizontal scroll bar: ${wide} pixels`);
	problems.push(...(await violations(tab)).map(line => `${picture}: ${line}`));
}

async function looks(browser, colorScheme, name) {
	const problems = [], width = WIDTHS[name];
	const tab = await watched(browser, url, {colorScheme, viewport: {width, height: 800}},
		problems);
	await judge(tab, width, problems, `start-${colorScheme}-${name}`);
	const garbage = path.join(folder, 'garbage.demo');
	fs.writeFileSync(garbage, Buffer.from(Array.from({length: 5000}, (_, i) => i * 31 & 255)));
	const files = {...LOOKED_AT, garbage};
	for (const [what, file] of Object.entries(files)) {
		await forget(tab);
		await tab.setInputFiles('#file', path.resolve(CORPUS, file));
		const got = await until(tab, RESULT);
		if (got.failure)
			problems.push(`${what}: ${got.failure}`);
		await judge(tab, width, problems, `${what}-${colorScheme}-${name}`);
		await tab.evaluate(() => document.querySelectorAll('details').forEach(
			details => { details.open = true; }));
		await judge(tab, width, problems, `${what}-${colorScheme}-${name}-open`);
	}
	await tab.close();
	return problems;
}

async function badPage(browser) {
	const bad = path.join(folder, 'bad.html'), problems = [];
	fs.writeFileSync(bad, BAD);
	const tab = await watched(browser, pathToFileURL(bad).href,
		{viewport: {width: 390, height: 800}}, problems);
	await judge(tab, 390, problems, '');
	await tab.close();
	const all = problems.join('\n');
	return ['axe color-contrast', 'axe image-alt', 'axe html-has-lang', 'console: oh',
		'request: http://127.0.0.1', 'a horizontal'].filter(word => !all.includes(word));
}

// Drops a file with a hostile name: the name is shown, and does nothing.
async function hostile(browser) {
	const problems = [];
	const tab = await watched(browser, url, {}, problems);
	const bytes = fs.readFileSync(sample(LOOKED_AT.crashed)).toString('base64');
	await tab.evaluate(({bytes, name}) => {
		const data = new DataTransfer();
		data.items.add(new File([Uint8Array.from(atob(bytes), c => c.charCodeAt(0))], name));
		dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
	}, {bytes, name: HOSTILE});
	const got = await until(tab, RESULT);
	if (got.verdict !== 'truncated')
		problems.push(`dropped: ${JSON.stringify(got)}`);
	const name = await tab.textContent('#file-name');
	if (name !== HOSTILE.replace('\u202e', '\ufffd'))
		problems.push(`the name is shown as ${name}`);
	if (await tab.evaluate(() => document.querySelector('main img') !== null))
		problems.push('the name made an element');
	const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('#save')]);
	if (/[<>"/\\\u202e]/.test(path.basename(await download.path())))
		problems.push(`saved as ${download.suggestedFilename()}`);
	await tab.close();
	return problems;
}

// The policy of the page forbids everything that could send data.
async function locked(browser) {
	const tab = await browser.newPage();
	const sent = [];
	tab.on('request', request => request.url().startsWith('http') &&
		!request.failure() && sent.push(request));
	await tab.goto(url);
	const tries = await tab.evaluate(async () => {
		const blocked = [];
		addEventListener('securitypolicyviolation', event => blocked.push(event.violatedDirective));
		await fetch('http://127.0.0.1:9/').catch(() => {});
		navigator.sendBeacon('http://127.0.0.1:9/', 'x');
		new Image().src = 'http://127.0.0.1:9/';
		try {
			new WebSocket('ws://127.0.0.1:9/');
		} catch {
			// The event says it, too.
		}
		const script = document.createElement('script');
		script.textContent = 'window.escaped = true';
		document.body.append(script);
		await new Promise(resolve => setTimeout(resolve, 200));
		return {blocked, escaped: window.escaped};
	});
	await tab.close();
	const missing = ['connect-src', 'img-src', 'script-src'].filter(
		name => !tries.blocked.some(directive => directive.startsWith(name)));
	return [...missing.map(name => `${name} blocks nothing`),
		...(tries.escaped ? ['an added script ran'] : [])];
}

// Only keys: choose, read the strip, save.
async function keyboard(browser) {
	const problems = [];
	const tab = await browser.newPage();
	watch(tab, url, problems);
	// Chromium hands a chooser over only after somebody has asked for one.
	const chosen = tab.waitForEvent('filechooser');
	await tab.goto(url);
	await tab.keyboard.press('Tab');
	await until(tab, () => document.activeElement.id === 'choose');
	await tab.keyboard.press('Enter');
	const chooser = await chosen;
	await chooser.setFiles(sample(LOOKED_AT.crashed));
	await until(tab, RESULT);
	const focus = () => tab.evaluate(() => document.activeElement.id ||
		document.activeElement.getAttribute('role') || document.activeElement.tagName);
	if (await focus() !== 'verdict')
		problems.push(`the focus is on ${await focus()}, not on the verdict`);
	const status = await tab.textContent('#status');
	if (status !== await tab.textContent('#verdict'))
		problems.push(`the live region says ${status}`);
	await tab.keyboard.press('Tab');
	if (await focus() !== 'save')
		problems.push(`the focus is on ${await focus()}, not on save`);
	await tab.keyboard.press('Tab');
	const values = new Set();
	for (const key of ['Home', 'ArrowRight', 'End', 'ArrowLeft']) {
		await tab.keyboard.press(key);
		values.add(await tab.evaluate(
			() => document.activeElement.getAttribute('aria-valuetext')));
	}
	if (await focus() !== 'slider' || values.size < 3)
		problems.push(`the strip says ${[...values].join(' | ')}`);
	await tab.keyboard.press('Shift+Tab');
	await Promise.all([tab.waitForEvent('download'), tab.keyboard.press('Enter')]);
	await tab.close();
	return problems;
}

function longFile() {
	const long = path.join(folder, 'long.teehistorian');
	const head = fs.readFileSync(sample(LOOKED_AT.teehistorian));
	// TICK_SKIP of no ticks, again and again.
	fs.writeFileSync(long, Buffer.concat([head, Buffer.alloc(200e6, Buffer.from([0x41, 0]))]));
	return long;
}

// A long file: progress is shown, and a cancel ends the work at once.
async function cancel(browser) {
	const problems = [];
	const tab = await watched(browser, url, {}, problems);
	await tab.setInputFiles('#file', longFile());
	await until(tab, () => document.getElementById('progress').value > 0);
	await tab.click('#cancel');
	const got = await until(tab, RESULT);
	if (!got.failure?.startsWith('Cancelled'))
		problems.push(`after cancel: ${JSON.stringify(got)}`);
	await forget(tab);
	await tab.setInputFiles('#file', sample(LOOKED_AT.whole));
	const next = await until(tab, RESULT);
	if (next.verdict !== 'valid')
		problems.push(`after the next file: ${JSON.stringify(next)}`);
	await tab.close();
	return problems;
}

// A demo whose first bytes are lost: the page asks for the format.
async function lostStart(browser) {
	const problems = [], file = sample('twdemo/crash/magic-header.demo');
	const tab = await watched(browser, url, {}, problems);
	await tab.setInputFiles('#file', file);
	const before = await until(tab, RESULT);
	if (before.verdict !== 'unrecognized')
		problems.push(`without the format: ${JSON.stringify(before)}`);
	await forget(tab);
	await tab.evaluate(() => document.querySelector('#lost-start button').click());
	const after = await until(tab, RESULT);
	if (after.verdict !== 'damaged')
		problems.push(`with the format: ${JSON.stringify(after)}`);
	// The page has no options.
	const shown = await tab.textContent('#findings');
	if (!shown.includes('twdemo.magic') || shown.includes('--as'))
		problems.push(`the findings are ${shown}`);
	const [download] = await Promise.all([tab.waitForEvent('download'), tab.click('#save')]);
	if (!fs.readFileSync(await download.path()).equals(repaired(file, '--as=twdemo')))
		problems.push('other bytes than the program');
	const note = await tab.textContent('#save-note');
	if (!/^Saved\. .* downloads.* folder demos .*%APPDATA%\\DDNet on Windows/.test(note))
		problems.push(`after saving: ${note}`);
	await tab.close();
	return problems;
}

// A picture: the player says that the picture is a demo, and learns that no demo is in it.
async function picture(browser) {
	const problems = [], png = path.join(folder, 'picture.png');
	fs.writeFileSync(png, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		Buffer.alloc(500, 'a')]));
	const tab = await watched(browser, url, {}, problems);
	await tab.setInputFiles('#file', png);
	await until(tab, RESULT);
	await forget(tab);
	await tab.evaluate(() => document.querySelector('#lost-start button').click());
	const got = await until(tab, RESULT);
	if (got.verdict !== 'unrecognized'
		|| got.sentence !== 'No Teeworlds or DDNet demo was found in this file.')
		problems.push(JSON.stringify(got));
	if (await tab.isVisible('#strip') || await tab.isVisible('#repair'))
		problems.push('a picture has a strip or a repair');
	if (!await tab.isVisible('#lost-start'))
		problems.push('no other format can be chosen');
	await tab.close();
	return problems;
}

// What a player has to know besides the verdict.
async function words(browser) {
	const problems = [];
	const tab = await watched(browser, url, {}, problems);
	const expect = async (file, ...texts) => {
		await forget(tab);
		await tab.setInputFiles('#file', sample(file));
		await until(tab, RESULT);
		const shown = await tab.innerText('#result');
		problems.push(...texts.filter(text => !shown.includes(text)).map(
			text => `${file} does not say: ${text}`));
	};
	await expect(LOOKED_AT.whole, 'This recording is whole.',
		'To play the demo, you need the map dm1.');
	await expect(LOOKED_AT.crashed, 'a repair keeps all 6.4', 'Bytes left out',
		'Only the last, incomplete piece (17 bytes) is left out.');
	const kinds = await tab.locator('.legend').first().innerText();
	if (kinds.includes('Unreadable'))
		problems.push(`the legend has ${kinds}`);
	await expect('dem/crash/cut-payload.dem', 'Bytes left out');
	await Promise.all([tab.waitForEvent('download'), tab.click('#save')]);
	const note = await tab.textContent('#save-note');
	if (!note.includes('Team Fortress 2\\tf') ||
		!note.endsWith('playdemo "cut-payload-repaired"'))
		problems.push(`after saving: ${note}`);
	await tab.close();
	return problems;
}

// A file that is held above a result: the page says that the file can be dropped.
async function held(browser) {
	const problems = [];
	const tab = await watched(browser, url, {}, problems);
	await tab.setInputFiles('#file', sample(LOOKED_AT.whole));
	await until(tab, RESULT);
	for (const [type, shown] of [['dragenter', true], ['dragleave', false],
		['dragenter', true], ['drop', false]]) {
		await tab.evaluate(name => dispatchEvent(new DragEvent(name,
			{dataTransfer: new DataTransfer(), cancelable: true})), type);
		if (await tab.isVisible('#over') !== shown)
			problems.push(`after ${type}`);
	}
	await tab.close();
	return problems;
}

// A phone has nothing that can be dropped.
async function touched(browser) {
	const problems = [];
	const tab = await watched(browser, url, {hasTouch: true, isMobile: true}, problems);
	const title = await tab.textContent('#drop-title');
	if (title !== 'Choose a recording')
		problems.push(title);
	await tab.close();
	return problems;
}

// An archive: the page says what to do, without a command line.
async function archive(browser) {
	const problems = [], zip = path.join(folder, 'run.zip');
	fs.writeFileSync(zip, Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(500)]));
	const tab = await watched(browser, url, {}, problems);
	await tab.setInputFiles('#file', zip);
	const got = await until(tab, RESULT);
	if (got.sentence !== 'This is a zip archive, not a recording.')
		problems.push(`the verdict is ${got.sentence}`);
	const text = await tab.innerText('main');
	if (text.split('Unpack').length !== 2 || text.includes('unzip'))
		problems.push(`the page says ${text}`);
	await forget(tab);
	await tab.setInputFiles('#file', sample(LOOKED_AT.crashed));
	await until(tab, RESULT);
	if (await tab.isVisible('#advice'))
		problems.push('a demo is taken for an archive');
	await tab.close();
	return problems;
}

// A cancel while the page still unpacks the program.
async function cancelEarly(browser) {
	const problems = [];
	const tab = await watched(browser, url, {}, problems);
	await tab.evaluate(() => {
		const data = new DataTransfer();
		data.items.add(new File([new Uint8Array(10)], 'a.demo'));
		dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
		document.getElementById('cancel').click();
	});
	await new Promise(resolve => setTimeout(resolve, 2000));
	const got = await tab.evaluate(RESULT);
	if (!got?.failure?.startsWith('Cancelled'))
		problems.push(`after cancel: ${JSON.stringify(got)}`);
	await tab.close();
	return problems;
}

// Two files at once: the page says that it checked only one.
async function twoFiles(browser) {
	const problems = [];
	const tab = await watched(browser, url, {}, problems);
	const drop = names => tab.evaluate(names => {
		const data = new DataTransfer();
		for (const name of names)
			data.items.add(new File([new Uint8Array(10)], name));
		dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
	}, names);
	for (const [names, expected] of [[['a.demo', 'b.demo'], true], [['c.demo'], false]]) {
		await forget(tab);
		await drop(names);
		await until(tab, RESULT);
		const shown = (await tab.innerText('main')).includes('The other files were not checked.');
		const said = (await tab.textContent('#status')).includes('The other files');
		if (shown !== expected || said !== expected)
			problems.push(`${names}: shown ${shown}, said ${said}`);
		if (await tab.textContent('#file-name') !== names[0])
			problems.push(`${names}: not the first file`);
	}
	await tab.close();
	return problems;
}

// The colour in the middle of the left and of the right half of a picture.
async function halves(tab, png) {
	return tab.evaluate(async text => {
		const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
		const image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
		const context = new OffscreenCanvas(image.width, image.height)
			.getContext('2d', {willReadFrequently: true});
		context.drawImage(image, 0, 0);
		return [0.25, 0.75].map(part => [...context.getImageData(image.width * part,
			image.height / 2, 1, 1).data].join());
	}, png.toString('base64'));
}

// Colours that the user forces: progress, verdict and strip can still be seen.
async function forcedColours(browser) {
	const problems = [];
	for (const colorScheme of ['light', 'dark']) {
		const tab = await watched(browser, url, {forcedColors: 'active', colorScheme}, problems);
		await tab.setInputFiles('#file', sample(LOOKED_AT.damaged));
		await until(tab, RESULT);
		const {paper, dot, legend} = await tab.evaluate(() => {
			const colour = node => getComputedStyle(node).backgroundColor;
			return {paper: colour(document.documentElement),
				dot: colour(document.querySelector('.dot')),
				legend: [...document.querySelectorAll('.legend i')].map(colour)};
		});
		if (dot === paper)
			problems.push(`${colorScheme}: the dot of the verdict is ${dot} on ${paper}`);
		if (legend.length < 3 || new Set(legend).size < 3)
			problems.push(`${colorScheme}: the legend has the colours ${legend.join(' ')}`);
		// axe-core does not know forced colours.
		if (PICTURES)
			await tab.screenshot({path: path.join(PICTURES, `forced-${colorScheme}.png`)});
		await tab.evaluate(() => {
			document.getElementById('result').hidden = true;
			document.getElementById('busy').hidden = false;
			document.getElementById('progress').value = 0.5;
		});
		const [done, rest] = await halves(tab, await tab.locator('#progress').screenshot());
		if (done === rest)
			problems.push(`${colorScheme}: the progress bar is ${done} everywhere`);
		await tab.close();
	}
	return problems;
}

const UNREADABLE = 'The file changed, was moved or cannot be read. Drop the file again.';

const CHANGES = {
	'other bytes': file => {
		const bytes = fs.readFileSync(file);
		bytes[3000] ^= 1;
		fs.writeFileSync(file, bytes);
	},
	shorter: file => fs.truncateSync(file, 3000),
	removed: file => fs.rmSync(file),
};

// The file changes between the check and the repair: the result stays.
async function changedBeforeSave(tab, choose) {
	const problems = [], file = path.join(folder, 'changed.demo');
	for (const [change, work] of Object.entries(CHANGES)) {
		fs.copyFileSync(sample(LOOKED_AT.crashed), file);
		await forget(tab);
		await choose(file);
		const before = await until(tab, RESULT);
		work(file);
		await tab.click('#save');
		await new Promise(resolve => setTimeout(resolve, 100));
		const after = await until(tab, RESULT);
		if (after.sentence !== before.sentence || after.note !== UNREADABLE)
			problems.push(`${change}: ${JSON.stringify(after)}`);
	}
	return problems;
}

// The file becomes shorter while it is read: there is no verdict.
async function shortened(tab, choose) {
	const long = longFile();
	await forget(tab);
	await tab.evaluate(() => { document.getElementById('progress').value = 0; });
	await choose(long);
	await until(tab, () => document.getElementById('progress').value > 0);
	fs.truncateSync(long, 100000);
	const got = await until(tab, RESULT);
	return got.failure === UNREADABLE ? [] : [JSON.stringify(got)];
}

async function inChromium() {
	const browser = await chromium.launch({executablePath: '/usr/bin/chromium',
		args: process.getuid() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS});
	console.log(`# chromium ${browser.version()}, axe-core ${axe.version}`);
	try {
		told('a bad page is found bad', await badPage(browser));
		for (const theme of ['light', 'dark'])
			for (const name of Object.keys(WIDTHS))
				told(`the page is good: ${theme}, ${name}`, await looks(browser, theme, name));
		told('a hostile name is only text', await hostile(browser));
		told('the policy blocks what could send data', await locked(browser));
		told('keys are enough', await keyboard(browser));
		told('a demo without its start is repaired', await lostStart(browser));
		told('an archive is named', await archive(browser));
		told('no demo is found in a picture', await picture(browser));
		told('a player learns what to do', await words(browser));
		told('a file may be dropped on a result', await held(browser));
		told('a phone is not asked to drop', await touched(browser));
		told('a check can be cancelled', await cancel(browser));
		told('a check can be cancelled before it starts', await cancelEarly(browser));
		told('one of two files is checked', await twoFiles(browser));
		told('forced colours hide nothing', await forcedColours(browser));
		const tab = await browser.newPage();
		await tab.goto(url);
		const choose = file => tab.setInputFiles('#file', file);
		told('chromium: a file that changes has no verdict', await shortened(tab, choose));
		told('chromium: a file that changed is not repaired',
			await changedBeforeSave(tab, choose));
		const save = async () => {
			const [download] = await Promise.all([tab.waitForEvent('download'),
				tab.click('#save')]);
			return fs.readFileSync(await download.path());
		};
		told('chromium: verdicts of the corpus', await verdicts(tab, choose));
		for (const what of ['crashed', 'damaged', 'teehistorian'])
			told(`chromium: the saved copy is that of the program: ${what}`,
				await saved(tab, choose, save, sample(LOOKED_AT[what])));
	} finally {
		await browser.close();
	}
}

// -------------------------------------------------------------- Firefox --

async function inFirefox() {
	const puppeteer = require('puppeteer-core');
	const downloads = path.join(folder, 'downloads');
	fs.mkdirSync(downloads);
	const browser = await puppeteer.launch({
		browser: 'firefox',
		executablePath: '/usr/bin/firefox-esr',
		extraPrefsFirefox: {
			'browser.download.folderList': 2,
			'browser.download.dir': downloads,
			'browser.helperApps.neverAsk.saveToDisk': 'application/octet-stream',
			'browser.download.always_ask_before_handling_new_types': false,
		},
	});
	console.log(`# ${await browser.version()}`);
	try {
		const problems = [];
		const tab = await browser.newPage();
		tab.on('console', message => problems.push(`console: ${message.text()}`));
		tab.on('pageerror', error => problems.push(`error: ${error.message}`));
		await tab.goto(url);
		const input = await tab.$('#file');
		const choose = file => input.uploadFile(file);
		const save = async () => {
			fs.readdirSync(downloads).forEach(name => fs.rmSync(path.join(downloads, name)));
			await tab.click('#save');
			await until(tab, () => document.getElementById('save-note').textContent
				.startsWith('Saved'));
			for (let i = 0; i < 250; i++) {
				const [name, ...others] = fs.readdirSync(downloads);
				const file = name && path.join(downloads, name);
				if (name && others.length === 0 && fs.statSync(file).size > 0)
					return fs.readFileSync(file);
				await new Promise(resolve => setTimeout(resolve, 20));
			}
			throw new Error('nothing was downloaded');
		};
		told('Firefox: a file that changes has no verdict', await shortened(tab, choose));
		told('Firefox: a file that changed is not repaired',
			await changedBeforeSave(tab, choose));
		told('Firefox: verdicts of the corpus', await verdicts(tab, choose));
		for (const what of ['crashed', 'damaged', 'teehistorian'])
			told(`Firefox: the saved copy is that of the program: ${what}`,
				await saved(tab, choose, save, sample(LOOKED_AT[what])));
		told('Firefox: no message and no error', problems);
		if (PICTURES)
			await tab.screenshot({path: path.join(PICTURES, 'firefox.png'), fullPage: true});
	} finally {
		await browser.close();
	}
}

try {
	if (PICTURES)
		fs.mkdirSync(PICTURES, {recursive: true});
	execFileSync(PROGRAM, ['--version']);
	await inChromium();
	await inFirefox();
} finally {
	fs.rmSync(folder, {recursive: true});
}
console.log(`1..${cases}`);
process.exitCode = failed ? 1 : 0;
