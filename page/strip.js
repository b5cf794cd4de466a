// SPDX-License-Identifier: MIT
// strip.js - the picture of a whole file, drawn to scale, and the same as a table
import {el, svg} from './dom.js';
import {bytes, clock, hex, number, say, time} from './words.js';

const HEIGHT = 64, LANE = 7, GAP = 3, AXIS = 22; // of the bar, of the fates, of the times
const LEAST = 2.5; // width in pixels of what a repair changes, however short
const LANDMARK = 1.5; // width in pixels of a keyframe, unless there are too many
const LABELS = 56; // pixels for the label of a time
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
	14400];
const ROWS = 200; // of the table

/** Which cell has this offset? */
function cellAt(cells, offset) {
	let low = 0, high = cells.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if (cells[middle].offset <= offset)
			low = middle;
		else
			high = middle - 1;
	}
	return low;
}

// Places whose time is later than that of all places before.
function ascending(times) {
	let last = -1;
	return times.filter(({seconds}) => {
		const later = seconds > last;
		last = Math.max(last, seconds);
		return later;
	});
}

// The round times that fit below the strip, with the offset of each.
function marksOf(places, width, scale) {
	if (places.length < 2)
		return [];
	const from = places[0], to = places.at(-1);
	const room = Math.max(1, (to.offset - from.offset) * scale / LABELS);
	const step = STEPS.find(s => (to.seconds - from.seconds) / s <= room) ?? STEPS.at(-1);
	const marks = [];
	let at = 1;

	for (let t = Math.ceil(from.seconds / step) * step; t <= to.seconds; t += step) {
		while (at < places.length - 1 && places[at].seconds < t)
			at++;
		const a = places[at - 1], b = places[at];
		const part = Math.min(1, (t - a.seconds) / (b.seconds - a.seconds));
		const x = (a.offset + part * (b.offset - a.offset)) * scale;
		if (x <= width - LABELS / 2 && (!marks.length || x - marks.at(-1).x >= LABELS * 0.75))
			marks.push({x, seconds: Math.round(t * 10) / 10});
	}
	return marks;
}

function rect(x, y, width, height, name) {
	return svg('rect', {x: x.toFixed(2), y, width: width.toFixed(2), height, class: name});
}

function draw(strip, marks, width) {
	const scale = width / Math.max(1, strip.size);
	const fates = HEIGHT + GAP;
	const picture = svg('svg', {viewBox: `0 0 ${width} ${fates + LANE + AXIS}`, width,
		height: fates + LANE + AXIS, 'aria-hidden': 'true', focusable: 'false'});
	const back = svg('g', {'shape-rendering': 'crispEdges'}), front = svg('g');
	const keyframes = strip.cells.filter(cell => cell.kind === 'keyframe').length;
	const landmark = keyframes * 4 * LANDMARK < width ? LANDMARK : 0;

	for (const cell of strip.cells) {
		const x = cell.offset * scale, w = cell.length * scale;
		if (cell.kind === 'keyframe' && w < landmark)
			front.append(rect(x, 0, landmark, HEIGHT, 'kind keyframe'));
		back.append(rect(x, 0, w, HEIGHT, `kind ${cell.kind}`),
			rect(x, fates, w, LANE, `fate ${cell.fate}`));
		if (cell.fate === 'kept')
			continue;
		// What is short must be seen, too.
		const wide = Math.max(w, LEAST);
		const left = Math.min(x, width - wide);
		front.append(rect(left, 0, wide, HEIGHT, `veil ${cell.fate}`),
			rect(left, fates, wide, LANE, `fate ${cell.fate}`));
	}
	for (const added of strip.added) {
		const x = Math.min(Math.max(added.offset * scale, 5), width - 5);
		front.append(svg('path', {class: 'fate added',
			d: `M${x} ${fates - 4}l5 ${LANE + 6}h-10z`}));
	}
	picture.append(back, front);
	const short = marks.every(({seconds}) => seconds < 60);
	for (const mark of marks)
		picture.append(
			svg('line', {x1: mark.x, x2: mark.x, y1: fates + LANE, y2: fates + LANE + 5,
				class: 'axis'}),
			svg('text', {x: mark.x, y: fates + LANE + 18, class: 'axis',
				'text-anchor': mark.x < 18 ? 'start' : 'middle'},
			short ? time(mark.seconds) : clock(mark.seconds)));
	return picture;
}

function timeText(cell, secondsOf) {
	const seconds = cell.tick < 0 ? null : secondsOf(cell.tick);
	if (seconds !== null)
		return say('strip_time', {tick: cell.tick, time: time(seconds)});
	return cell.tick < 0 ? '' : say('strip_tick', {tick: cell.tick});
}

function describe(cell, secondsOf) {
	const place = say('strip_place', {kind: say(`kind_${cell.kind}`),
		fate: say(`fate_${cell.fate}`), length: bytes(cell.length),
		offset: hex(cell.offset)});
	return [place, timeText(cell, secondsOf)].filter(Boolean).join(', ');
}

function legend(strip) {
	const item = (name, text) => el('li', {}, el('i', {class: name, 'aria-hidden': 'true'}), text);
	// The color of a dropped cell says only that the cell is dropped.
	const unique = key => [...new Set(strip.cells.filter(
		cell => key === 'fate' || cell.kind !== 'unread' || cell.fate !== 'dropped')
		.map(cell => cell[key]))];
	const fates = ['kept', 'changed', 'dropped'].filter(fate => unique('fate').includes(fate));
	if (strip.added.length > 0)
		fates.push('added');
	return [
		el('ul', {class: 'legend'}, ...unique('kind').map(
			kind => item(`kind ${kind}`, say(`kind_${kind}`)))),
		fates.length > 1 ? el('ul', {class: 'legend'}, el('li', {}, say('strip_fates')),
			...fates.map(fate => item(`fate ${fate}`, say(`fate_${fate}`)))) : null,
	];
}

function table(strip, secondsOf) {
	const row = cell => el('tr', {}, el('td', {}, say(`kind_${cell.kind}`)),
		el('td', {}, say(`fate_${cell.fate}`)),
		el('td', {class: 'number'}, hex(cell.offset)),
		el('td', {class: 'number'}, number(cell.length)),
		el('td', {class: 'number'}, timeText(cell, secondsOf)));
	const names = ['kind', 'fate', 'offset', 'length', 'time'];
	const all = strip.cells.length;
	const added = strip.added.map(place => el('li', {},
		`${hex(place.offset)}: ${say('strip_added', {n: place.length})}`));
	return el('details', {class: 'table'}, el('summary', {}, say('strip_table')),
		el('div', {class: 'scroll', tabindex: 0, role: 'region',
			'aria-label': say('strip_table')},
		el('table', {}, el('thead', {}, el('tr', {}, ...names.map(
			name => el('th', {scope: 'col', class: ['kind', 'fate'].includes(name) ? null
				: 'number'}, say(`column_${name}`))))),
		el('tbody', {}, ...strip.cells.slice(0, ROWS).map(row)))),
		all > ROWS ? el('p', {class: 'quiet'}, say('table_cut', {n: ROWS, all})) : null,
		added.length > 0 ? el('ul', {class: 'plain'}, ...added) : null);
}

// Keys and pointer move a cursor over the strip, and a line of text describes its cell.
function explorer(strip, secondsOf) {
	const cells = strip.cells;
	const cursor = el('div', {class: 'cursor', hidden: true});
	const holder = el('div', {class: 'strip', role: 'slider', tabindex: 0,
		'aria-label': say('strip_label'), 'aria-valuemin': 0,
		'aria-valuemax': Math.max(0, cells.length - 1)}, cursor);
	const line = el('p', {class: 'place quiet'},
		say(matchMedia('(hover: none)').matches ? 'strip_hint_touch' : 'strip_hint'));
	let at = 0;

	function show(index) {
		at = Math.min(Math.max(index, 0), cells.length - 1);
		const cell = cells[at], text = describe(cell, secondsOf);
		holder.setAttribute('aria-valuenow', at);
		holder.setAttribute('aria-valuetext', text);
		line.textContent = text;
		line.classList.remove('quiet');
		cursor.hidden = false;
		cursor.style.left = `${100 * cell.offset / strip.size}%`;
		cursor.style.width = `max(3px, ${100 * cell.length / strip.size}%)`;
	}
	const steps = {ArrowRight: 1, ArrowLeft: -1, ArrowUp: 1, ArrowDown: -1, PageUp: 20,
		PageDown: -20, Home: -Infinity, End: Infinity};
	holder.addEventListener('keydown', event => {
		if (!(event.key in steps))
			return;
		event.preventDefault();
		show(cursor.hidden ? 0 : at + steps[event.key]);
	});
	for (const type of ['pointerdown', 'pointermove'])
		holder.addEventListener(type, event => {
			const box = holder.getBoundingClientRect();
			show(cellAt(cells, (event.clientX - box.left) / box.width * strip.size));
		});
	holder.setAttribute('aria-valuenow', 0);
	holder.setAttribute('aria-valuetext', describe(cells[0], secondsOf));
	return {holder, line};
}

/** Returns the strip as an element that redraws itself when its width changes. */
export function stripFigure(strip, times, secondsOf) {
	const {holder, line} = explorer(strip, secondsOf);
	const places = ascending(times);
	let picture = null;

	function redraw() {
		const width = Math.floor(holder.clientWidth);
		if (width === 0 || picture?.getAttribute('width') === String(width))
			return;
		const marks = marksOf(places, width, width / Math.max(1, strip.size));
		const next = draw(strip, marks, width);
		picture ? picture.replaceWith(next) : holder.prepend(next);
		picture = next;
	}
	new ResizeObserver(redraw).observe(holder);
	return el('figure', {}, holder, line, ...legend(strip),
		strip.space === 'decoded' ? el('p', {class: 'quiet'}, say('strip_decoded')) : null,
		table(strip, secondsOf));
}
