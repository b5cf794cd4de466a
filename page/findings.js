// SPDX-License-Identifier: MIT
// findings.js - the findings, by rule, with the reason of each rule
import {el} from './dom.js';
import {archiveOf} from './verdict.js';
import {hex, say, time} from './words.js';

const SHOWN = 3; // places that are shown without a click
const ORDER = ['error', 'warning', 'note'];

function groupsOf(findings) {
	const groups = new Map();
	for (const finding of findings) {
		if (!groups.has(finding.rule))
			groups.set(finding.rule, []);
		groups.get(finding.rule).push(finding);
	}
	return [...groups.values()].sort(
		(a, b) => ORDER.indexOf(a[0].severity) - ORDER.indexOf(b[0].severity));
}

// A title may begin with the name of a field or of a message, which stays as it is.
function capital(title) {
	return /^[a-z]+( |$)/.test(title) ? title[0].toUpperCase() + title.slice(1) : title;
}

function detailOf({field, rule, args: {found: value, expected}}) {
	// Behind the kind of an archive follows a command, which a player does not need.
	const found = rule === 'file.unsupported' ? value.split(': ')[0] : value;
	const text = found && expected ? say('finding_found_expected', {found, expected})
		: found ? say('finding_found', {found})
			: expected ? say('finding_expected', {expected}) : '';
	return [field, text].filter(Boolean).join(': ');
}

function placeOf(finding, secondsOf) {
	const {offset, number, args: {tick}} = finding;
	const seconds = tick === null ? null : secondsOf(tick);
	const where = number === null && offset === 0 && finding.length === 0
		? say('finding_name')
		: seconds === null ? say('finding_at', {offset: hex(offset)})
			: say('finding_at_time', {offset: hex(offset), time: time(seconds)});
	const detail = detailOf(finding);
	return el('li', {}, el('span', {class: 'where'}, detail ? `${where}: ` : where), detail);
}

// The page has no options and no commands.  So clauses with a command, and sentences about
// an option such as --level=prefix, are left out.
function withoutOptions(text) {
	return text.replace(/, (with demofsck|as in:) .*?(?=\.\s|\.?$)/g, '')
		.split(/(?<=\.)\s+(?=[A-Z])/)
		.filter(sentence => !/(^|\s)--?[a-z]/.test(sentence)).join(' ');
}

function group(findings, rule, unlisted, secondsOf) {
	const [{severity, rule: id, message}] = findings;
	const places = findings.map(finding => placeOf(finding, secondsOf));
	const rest = places.slice(SHOWN);
	const title = rule?.title ?? message;
	return el('li', {class: `finding ${severity}`},
		el('p', {class: 'severity'}, say(`severity_${severity}`)),
		el('div', {},
			el('h3', {}, capital(title)),
			// The advice of an archive, above the findings, says what to do.
			rule && !archiveOf(findings).kind
				? el('p', {class: 'why'}, withoutOptions(rule.why)) : null,
			el('ul', {class: 'places'}, ...places.slice(0, SHOWN)),
			rest.length > 0 ? el('details', {},
				el('summary', {}, say('finding_more', {n: rest.length})),
				el('ul', {class: 'places'}, ...rest)) : null,
			unlisted > 0
				? el('p', {class: 'quiet'}, say('finding_unlisted', {n: unlisted})) : null,
			el('p', {class: 'id quiet'}, id)));
}

/** `rules` has the rules of the findings by their ids.  Notes are shown after a click. */
export function findingList(findings, file, rules, secondsOf) {
	const list = groups => el('ol', {class: 'findings'}, ...groups.map(found =>
		group(found, rules[found[0].rule], file.more?.[found[0].rule] ?? 0, secondsOf)));
	const groups = groupsOf(findings);
	const notes = groups.filter(([{severity}]) => severity === 'note');
	const others = groups.slice(0, groups.length - notes.length);
	return [
		others.length > 0 ? list(others) : el('p', {}, say('findings_none')),
		notes.length > 0 ? el('details', {class: 'notes'},
			el('summary', {}, say('findings_notes', {n: notes.length})), list(notes)) : null,
	];
}
