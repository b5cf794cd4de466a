// SPDX-License-Identifier: MIT
// page_axe - opens the HTML page of scrub from disk in chromium, and lets axe-core judge
//
// usage: node page_axe.js CHROMIUM PAGE [PICTURES]
//
// The page is opened in both themes and in two widths, with all details opened, too.  No
// violation of axe-core, no message on the console, no request and no horizontal scroll
// bar is allowed.  axe-core needs minutes for thousands of rows, so that one of so many
// rows stays in the page, unless ALL_ROWS is set.  PICTURES is a directory for
// screenshots.  First a bad page must be found bad.
'use strict';
const fs = require('fs');
const os = require('os');
const path = require('path');
const {pathToFileURL} = require('url');
const {chromium} = require('playwright-core');
const axe = require('axe-core');

const [program, page, pictures] = process.argv.slice(2);
const BAD = `<!DOCTYPE html><html><title>Bad</title><main><h1>Bad</h1>
<p style="color:#bbb;background:#fff">pale</p><img src="http://127.0.0.1:9/x">
<div style="width:3000px">wide</div><script>console.error('oh')</script></main></html>`;
const WIDTHS = {desktop: 1280, phone: 390};
let cases = 0, failed = 0;

function told(sentence, problems) {
	cases++;
	failed += problems.length > 0;
	console.log(`${problems.length ? 'not ' : ''}ok ${cases} - ${sentence}`);
	problems.forEach(line => console.log(`# ${line}`));
}

// Removes most rows of long tables.
function thin() {
	for (const body of document.querySelectorAll('tbody')) {
		const rows = [...body.rows], step = Math.ceil(rows.length / 40);
		rows.forEach((row, i) => i % step === 0 || row.remove());
	}
}

// Everything that axe-core finds in the page as it is shown now.
async function violations(tab) {
	await tab.evaluate(axe.source);
	const {violations} = await tab.evaluate(() => axe.run());
	return violations.flatMap(v => v.nodes.map(
		node => `axe ${v.id}: ${v.help}: ${node.html.slice(0, 200)}`));
}

// Returns the problems of a page.
async function problems(browser, file, colorScheme, width, picture) {
	const url = pathToFileURL(file).href;
	const tab = await browser.newPage({colorScheme, viewport: {width, height: 844}});
	const found = [];
	tab.on('console', message => found.push(`console: ${message.text()}`));
	tab.on('pageerror', error => found.push(`error: ${error.message}`));
	tab.on('request', request => request.url() === url ||
		found.push(`request: ${request.url()}`));
	await tab.goto(url);
	if (picture)
		await tab.screenshot({path: picture});
	const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
	if (wide > width)
		found.push(`a horizontal scroll bar: ${wide} pixels`);
	if (!process.env.ALL_ROWS)
		await tab.evaluate(thin);
	found.push(...await violations(tab));
	await tab.evaluate(() => document.querySelectorAll('details').forEach(
		details => { details.open = true; }));
	found.push(...await violations(tab));
	await tab.close();
	return found;
}

// Do search and filter show the rows that they should show?
async function filtered(browser) {
	const tab = await browser.newPage();
	await tab.goto(pathToFileURL(page).href);
	const rows = tab.locator('#t-files tbody tr:visible');
	const all = await rows.count(), found = [];
	await tab.fill('#search', 'missing_finish');
	const some = await rows.count();
	for (const text of await rows.allTextContents())
		if (!text.includes('missing_finish'))
			found.push(`a row without the searched text: ${text.slice(0, 100)}`);
	await tab.fill('#search', '');
	await tab.selectOption('#verdict', 'truncated');
	const truncated = await rows.count();
	for (const n of [some, truncated])
		if (n === 0 || n >= all)
			found.push(`${n} of ${all} rows`);
	await tab.selectOption('#verdict', '');
	if (await rows.count() !== all)
		found.push('a row does not come back');
	await tab.close();
	return found;
}

async function main() {
	// Chromium's own sandbox refuses root.
	const browser = await chromium.launch({executablePath: program,
		args: process.getuid() === 0 ? ['--no-sandbox'] : []});
	console.log(`# chromium ${browser.version()}, axe-core ${axe.version}`);
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'page-axe-'));
	try {
		const bad = path.join(folder, 'bad.html');
		fs.writeFileSync(bad, BAD);
		const found = (await problems(browser, bad, 'light', 390)).join('\n');
		told('a bad page is found bad', ['axe color-contrast', 'axe image-alt',
			'axe html-has-lang', 'console: oh', 'request: http://127.0.0.1',
			'a horizontal'].filter(word => !found.includes(word)));
		for (const theme of ['light', 'dark'])
			for (const [name, width] of Object.entries(WIDTHS))
				told(`the page is good: ${theme}, ${name}`, await problems(
					browser, page, theme, width, pictures &&
					path.join(pictures, `${theme}-${name}.png`)));
		told('search and filter show the right rows', await filtered(browser));
	} finally {
		await browser.close();
		fs.rmSync(folder, {recursive: true});
	}
	console.log(`1..${cases}`);
	process.exitCode = failed ? 1 : 0;
}

main();
