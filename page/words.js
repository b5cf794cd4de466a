// SPDX-License-Identifier: MIT
// words.js - texts of the table with their values, and numbers as people write them
import {TEXTS} from './texts.js';

const plurals = new Intl.PluralRules(TEXTS.language);

/** Is there a text of this name? */
export function has(key) {
	return key in TEXTS;
}

/** A text of the table.  `values` replace the names in braces. */
export function say(key, values = {}) {
	const entry = TEXTS[key];
	if (entry === undefined)
		throw new Error(`no text ${key}`);
	const form = typeof entry === 'string' ? entry
		: entry[plurals.select(values.count ?? values.n)] ?? entry.other;
	return form.replace(/\{(\w+)\}/g, (all, name) =>
		String(typeof values[name] === 'number' ? number(values[name]) : values[name]));
}

export function number(n, digits = 0) {
	return n.toLocaleString(TEXTS.language, {maximumFractionDigits: digits});
}

export function hex(n) {
	return `0x${n.toString(16).padStart(4, '0')}`;
}

/** "3.8 s", "4 min 12 s", "2 h 5 min". */
export function time(seconds) {
	if (seconds < 60)
		return say('seconds', {n: number(seconds, seconds < 10 ? 1 : 0)});
	const whole = Math.round(seconds);
	if (whole < 3600)
		return say('minutes', {m: Math.floor(whole / 60), s: whole % 60});
	return say('hours', {h: Math.floor(whole / 3600), m: Math.floor(whole % 3600 / 60)});
}

/** "3:08", for axes. */
export function clock(seconds) {
	const whole = Math.round(seconds), two = n => String(n).padStart(2, '0');
	const minutes = Math.floor(whole / 60);
	return minutes >= 60
		? `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`
		: `${minutes}:${two(whole % 60)}`;
}

export function bytes(n) {
	for (const [unit, size] of [['gigabytes', 1e9], ['megabytes', 1e6], ['kilobytes', 1e3]])
		if (n >= size)
			return say(unit, {n: number(n / size, n < 10 * size ? 1 : 0)});
	return say('bytes', {n});
}

/** A part of a whole.  Never 100 % of something that is not whole, and never 0 % of something. */
export function percent(part, whole) {
	const value = whole > 0 ? part / whole : 0;
	const kept = part < whole ? Math.min(value, 0.999) : value;
	return (kept > 0 ? Math.max(kept, 0.001) : 0).toLocaleString(TEXTS.language,
		{style: 'percent', maximumFractionDigits: kept > 0.99 || kept < 0.01 ? 1 : 0});
}

/** A name that cannot change the direction or the lines of the text around it. */
export function safeName(name) {
	return name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}
