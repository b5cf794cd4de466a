// SPDX-License-Identifier: MIT
// verdict.js - the report in words: one sentence, the facts, and the loss
import {bytes, has, number, percent, say, time} from './words.js';

// What the file is called.
function thingOf({format}) {
	const key = `thing_${format}`;
	return say(has(key) ? key : 'thing_recording');
}

function lossySentence(file) {
	const {kept_s: kept, of_s: of} = file.lost;
	const key = `${file.verdict}_lossy`;

	if (kept === null || of === null || kept === 0) {
		const {kept: keptBytes, changed, dropped} = file.bytes;
		return say(`${key}_unknown`,
			{thing: thingOf(file),
				percent: percent(keptBytes, keptBytes + changed + dropped)});
	}
	const all = `${key}_all`;
	const form = kept === of && has(all) ? all : time(kept) === time(of) ? `${key}_little` : key;
	return say(form, {thing: thingOf(file), kept: time(kept), of: time(of)});
}

/** The kind of an archive, such as "a zip archive", and the command that unpacks the archive.
 *  Both are empty if the file is no archive. */
export function archiveOf(findings) {
	const found = findings.find(({rule}) => rule === 'file.unsupported')?.args.found ?? '';
	const [kind, command = ''] = found.split(': ');
	return /^an? \S+ archive/.test(kind) ? {kind, command} : {kind: '', command: ''};
}

/** What the player has to do or to have, in one or two sentences, or ''. */
export function advice({facts: known}, findings) {
	if (archiveOf(findings).command)
		return say('archive_advice');
	return known.map_name && findings.some(({rule}) => rule === 'twdemo.map_external')
		? say('map_advice', {map: known.map_name}) : '';
}

/** Where the game looks for the copy, and how the game plays the copy, or ''. */
export function whereToPlay({format, facts: known}, name) {
	const keys = [`saved_${format}_${known.game}`, `saved_${format}`];
	const key = keys.find(has);
	return key ? say(key, {name: name.replace(/\.dem$/i, '')}) : '';
}

/** The file as the page shows the file.  A player who names the format of a picture gets
 *  the answer that nothing of this format is in the file. */
export function fileOf({file}, as) {
	return as && file.repairable === 'no'
		? {...file, verdict: 'unrecognized', format: null, version: null} : file;
}

/** What is wrong, in one sentence for a player.  `as` is the format that the player named. */
export function sentence(file, findings, as) {
	const {verdict, repairable, counts, size} = file;
	const thing = thingOf(file);

	if (verdict === 'valid')
		return counts.warning > 0 ? say('valid_warnings', {thing, n: counts.warning})
			: say('valid', {thing});
	if (verdict === 'unrecognized' && as)
		return say('not_found', {format: say(`format_${as}`)});
	if (verdict !== 'truncated' && verdict !== 'damaged') {
		const archive = archiveOf(findings).kind;
		return archive ? say('unsupported_archive', {archive}) : say(verdict);
	}
	if (size === 0)
		return say('empty');
	if (repairable === 'not-needed')
		return say('outside', {thing});
	if (repairable === 'lossy')
		return lossySentence(file);
	return say(`${verdict}_${repairable}`, {thing});
}

// Demos write a date as "2024-01-31_23-59-59", logs as "2024-01-31T23:59:59+0000".
function dateOf(text) {
	return text.replace(/^(\d+-\d\d-\d\d)_(\d\d)-(\d\d)-(\d\d)$/, '$1 $2:$3:$4')
		.replace(/^(\d+-\d\d-\d\d)T([\d:]+)/, '$1 $2 ');
}

/** Pairs of a name and a value: what the file is. */
export function facts(file) {
	const {facts: known, compression, size, format, version} = file;
	const length = known.length_s || known.duration_s;
	const pairs = [];

	if (format !== null)
		pairs.push([say('fact_format'), version === null ? say(`format_${format}`)
			: say('fact_version', {format: say(`format_${format}`), version})]);
	pairs.push([say('fact_size'), compression
		? say('fact_compressed', {size: bytes(size), compression}) : bytes(size)]);
	if (known.map_name || known.map)
		pairs.push([say('fact_map'), known.map_name || known.map]);
	if (length > 0)
		pairs.push([say('fact_length'), time(length)]);
	if (known.server_version || known.server)
		pairs.push([say('fact_server'), known.server_version || known.server]);
	if (known.timestamp || known.start_time)
		pairs.push([say('fact_date'), dateOf(known.timestamp || known.start_time)]);
	return pairs;
}

function timesOf(lost) {
	const pairs = [];
	if (lost.kept_s !== null)
		pairs.push([say('loss_kept'), time(lost.kept_s)]);
	if (lost.lost_s > 0)
		pairs.push([say('loss_lost'), time(lost.lost_s)]);
	if (lost.lost_s > 0 && lost.from_s !== null && lost.to_s !== null)
		pairs.push([say('loss_between'),
			say('from_to', {from: time(lost.from_s), to: time(lost.to_s)})]);
	if (lost.still_s)
		pairs.push([say('loss_still'), time(lost.still_s)]);
	return pairs;
}

const COUNTED = ['messages', 'snapshots', 'packets', 'string_tables'];

/** Pairs of a name and a value: what a repair keeps and loses of the recording. */
export function losses({lost, bytes: {dropped}}) {
	const pairs = lost ? timesOf(lost) : [];

	for (const key of COUNTED)
		if (lost?.[key] > 0)
			pairs.push([say(`loss_${key}`), number(lost[key])]);
	if (lost?.unread > 0 && lost.unread !== dropped)
		pairs.push([say('loss_unread'), number(lost.unread)]);
	if (dropped > 0)
		pairs.push([say('loss_dropped'), number(dropped)]);
	return pairs;
}

/** What the numbers of losses() do not say, in some sentences, or ''. */
export function lossNote(file) {
	const {verdict, repairable, lost, loss_unknown: unknown} = file;
	const dropped = file.bytes?.dropped;

	if (repairable === 'lossless')
		return say('repair_lossless');
	if (!lost?.more && !unknown)
		return ['truncated', 'damaged'].includes(verdict) && repairable === 'no'
			? say('repair_impossible') : '';
	const onlyEnd = verdict === 'truncated' && dropped > 0 && lost?.kept_s > 0
		&& lost.kept_s === lost.of_s && COUNTED.every(key => !lost[key]);
	return onlyEnd ? say('repair_end', {kept: time(lost.kept_s), n: dropped})
		: say('repair_more');
}

/** Pairs of a name and a number of bytes: what a repair does with them. */
export function byteCounts({bytes: counts}) {
	return ['kept', 'changed', 'dropped', 'added'].filter(key => counts[key] > 0)
		.map(key => [say(`bytes_${key}`), number(counts[key])]);
}

/** The seconds of a tick from the start of the recording, or null. */
export function clockOf(file) {
	const {format, facts: known} = file;
	const first = known.first_tick > 0 ? known.first_tick : 0;
	const length = {teehistorian: 1 / 50, twdemo: 1 / 50, dem: known.tick_interval}[format];

	return tick => length && tick >= first ? (tick - first) * length : null;
}
