// SPDX-License-Identifier: MIT
// main.js - the page: takes a file, and shows what the worker found
import {byId, el} from './dom.js';
import {findingList} from './findings.js';
import {stripFigure} from './strip.js';
import {advice, byteCounts, clockOf, facts, fileOf, losses, lossNote, sentence,
	whereToPlay} from './verdict.js';
import {bytes, safeName, say} from './words.js';

// `report` is null until the check has ended.  `runs` counts checks and cancels.
const state = {worker: null, file: null, as: undefined, others: 0, report: null, wasm: null,
	runs: 0};

// ------------------------------------------------------------ the program --

// The module is in the page as base64 of its gzip.
async function readModule() {
	const packed = Uint8Array.from(atob(byId('wasm').textContent), c => c.charCodeAt(0));
	const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
	return new Response(stream).arrayBuffer();
}

function stopWorker() {
	state.worker?.terminate();
	state.worker = null;
}

function startWorker() {
	stopWorker();
	const url = URL.createObjectURL(new Blob([byId('worker').textContent],
		{type: 'text/javascript'}));
	state.worker = new Worker(url);
	URL.revokeObjectURL(url);
	state.worker.onmessage = ({data}) => received[data.type](data);
	state.worker.onerror = event => fail('program', event.message ?? '');
}

// -------------------------------------------------------------- the views --

function announce(text) {
	byId('status').textContent = text;
}

function show(view) {
	for (const name of ['start', 'busy', 'result'])
		byId(name).hidden = name !== view;
}

function showStart(message = '') {
	show('start');
	byId('start-note').textContent = message;
	announce(message);
}

function showBusy(key) {
	show('busy');
	const text = say(key, {name: safeName(state.file.name)});
	byId('busy-title').textContent = text;
	showProgress(0, state.file.size);
	byId('cancel').focus();
	announce(text);
}

function showProgress(done, all) {
	const part = all > 0 ? done / all : 0;
	byId('progress').value = part;
	byId('progress-text').textContent =
		say('progress', {done: bytes(done), all: bytes(all)});
}

// After a failed check there is nothing to show.  After a failed repair the result stays.
function fail(kind, why) {
	const text = say(`failed_${kind}`, {why});
	if (kind !== 'read' || state.report === null)
		stopWorker();
	if (state.report === null) {
		showStart(text);
		byId('choose').focus();
		return;
	}
	show('result');
	showSaved('failed', text);
	byId('save').disabled = state.worker === null;
	announce(text);
	byId(state.worker === null ? 'verdict' : 'save').focus();
}

function pairs(list, entries) {
	list.replaceChildren(...entries.map(([name, value]) =>
		el('div', {}, el('dt', {}, name), el('dd', {}, safeName(String(value))))));
}

function section(id, ...content) {
	byId(id).hidden = content.length === 0;
	byId(id).querySelector('.content').replaceChildren(...content.filter(Boolean));
}

// What was saved is more important than the button that saves it again.
function showSaved(form, text) {
	byId('save').disabled = false;
	byId('save').classList.toggle('primary', form !== 'done');
	byId('save-note').className = form;
	byId('save-note').textContent = text;
}

function showRepair(file) {
	const possible = ['lossless', 'lossy'].includes(file.repairable);
	const bad = ['truncated', 'damaged'].includes(file.verdict);
	const note = lossNote(file);

	byId('save-box').hidden = !possible;
	byId('repair').hidden = !possible && !bad;
	byId('repair-note').textContent = note;
	byId('repair-note').hidden = note === '';
	pairs(byId('losses'), possible ? losses(file) : []);
	byId('bytes-box').hidden = !possible;
	pairs(byId('bytes'), possible ? byteCounts(file) : []);
	showSaved('quiet', say('save_note'));
}

// Formats are recognized by the start of a file.
const WITHOUT_START = ['twdemo', 'dem', 'teehistorian'];

function fillLostStart() {
	byId('lost-start').append(...WITHOUT_START.map(format => {
		const button = el('button', {type: 'button'}, say(`format_${format}`));
		button.addEventListener('click', () => check(format));
		return button;
	}));
}

function showResult({report, strip, times, rules}) {
	const {findings} = report, file = fileOf(report, state.as), secondsOf = clockOf(file);
	const text = sentence(file, findings, state.as), help = advice(file, findings);

	state.report = report;
	show('result');
	byId('file-name').textContent = safeName(state.file.name);
	byId('word').textContent = say(`word_${file.verdict}`);
	byId('result').dataset.verdict = file.verdict;
	byId('verdict').textContent = text;
	byId('one-file').hidden = state.others === 0;
	byId('advice').textContent = help;
	byId('advice').hidden = help === '';
	pairs(byId('facts'), facts(file));
	showRepair(file);
	byId('lost-start').hidden = file.verdict !== 'unrecognized' || file.size === 0;
	section('strip', ...(strip.cells.length > 0 && file.format !== null
		? [stripFigure(strip, times, secondsOf)] : []));
	section('findings', ...findingList(findings, file, rules, secondsOf));
	announce(state.others === 0 ? text : `${text} ${say('one_file')}`);
	byId('verdict').focus();
}

// ----------------------------------------------------------------- saving --

function download(blob, name) {
	const url = URL.createObjectURL(blob);
	const link = el('a', {href: url, download: name});
	document.body.append(link);
	link.click();
	link.remove();
	// The browser needs the bytes until it has saved them.
	setTimeout(() => URL.revokeObjectURL(url), 600000);
}

/** "run.demo.gz" becomes "run-repaired.demo": the copy is not compressed. */
function nameOfCopy() {
	const packed = state.report.file.compression ? /\.(gz|xz|zst|bz2)$/i : /$^/;
	const name = safeName(state.file.name).replace(packed, '');
	const dot = name.lastIndexOf('.');
	const at = dot > 0 ? dot : name.length;
	return say('repaired_name', {base: name.slice(0, at), ending: name.slice(at)});
}

function showRepaired({blob, error}) {
	const name = nameOfCopy();
	const text = blob === null ? say('save_refused', {why: error ?? ''})
		: [say('saved', {name}), say('saved_where'), whereToPlay(state.report.file, name)].join(' ')
			.trimEnd();

	show('result');
	if (blob !== null)
		download(blob, name);
	showSaved(blob !== null ? 'done' : 'failed', text);
	announce(text);
	byId('save').focus();
}

const received = {
	started: ({version}) => {
		byId('about').textContent = say('about', {version});
	},
	progress: ({done, all}) => showProgress(done, all),
	checked: showResult,
	repaired: showRepaired,
	failed: ({kind, why}) => fail(kind, why),
};

// ----------------------------------------------------------------- events --

// Starts the check.  `as` names the format, if the start of the file was overwritten.
async function check(as) {
	const run = ++state.runs;
	state.report = null;
	stopWorker();
	showBusy('reading');
	state.as = as;
	try {
		state.wasm ??= await readModule();
		if (run !== state.runs)
			return; // a cancel, or another file
		startWorker();
		state.worker.postMessage({type: 'check', file: state.file, wasm: state.wasm, as});
	} catch (error) {
		if (run === state.runs)
			fail('start', String(error));
	}
}

function takeFiles(files) {
	if (files.length === 0)
		return;
	[state.file] = files;
	state.others = files.length - 1;
	check();
}

function cancel() {
	state.runs++;
	stopWorker();
	showStart(say('cancelled'));
	byId('choose').focus();
}

function listenToDrops() {
	let depth = 0;
	const over = going => {
		byId('over').hidden = !going;
	};
	addEventListener('dragenter', event => {
		event.preventDefault();
		if (++depth === 1)
			over(true);
	});
	addEventListener('dragleave', () => {
		if (--depth === 0)
			over(false);
	});
	addEventListener('dragover', event => event.preventDefault());
	addEventListener('drop', event => {
		event.preventDefault();
		depth = 0;
		over(false);
		takeFiles([...event.dataTransfer.files]);
	});
}

function listenToButtons() {
	const input = byId('file');
	for (const id of ['choose', 'choose-other'])
		byId(id).addEventListener('click', () => input.click());
	input.addEventListener('change', () => {
		takeFiles([...input.files]);
		input.value = ''; // the same file may be chosen again
	});
	byId('cancel').addEventListener('click', cancel);
	byId('save').addEventListener('click', () => {
		showBusy('saving');
		state.worker.postMessage({type: 'repair'});
	});
	byId('save-report').addEventListener('click', () => download(
		new Blob([state.report.ndjson], {type: 'application/x-ndjson'}),
		`${safeName(state.file.name)}.ndjson`));
}

function fillTexts() {
	for (const node of document.querySelectorAll('[data-text]'))
		node.textContent = say(node.dataset.text);
	for (const node of document.querySelectorAll('[data-label]'))
		node.setAttribute('aria-label', say(node.dataset.label));
	if (matchMedia('(hover: none)').matches)
		byId('drop-title').textContent = say('drop_title_touch');
}

fillTexts();
fillLostStart();
listenToDrops();
listenToButtons();
showStart();
