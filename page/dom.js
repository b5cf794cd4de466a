// SPDX-License-Identifier: MIT
// dom.js - makes elements; text from a file only ever becomes text
const SVG = 'http://www.w3.org/2000/svg';

function fill(node, attributes, children) {
	for (const [name, value] of Object.entries(attributes))
		if (value !== null && value !== undefined && value !== false)
			node.setAttribute(name, value === true ? '' : value);
	node.append(...children.filter(child => child !== null && child !== undefined));
	return node;
}

/** el('p', {class: 'note'}, 'text', otherNode) */
export function el(name, attributes = {}, ...children) {
	return fill(document.createElement(name), attributes, children);
}

export function svg(name, attributes = {}, ...children) {
	return fill(document.createElementNS(SVG, name), attributes, children);
}

export function byId(id) {
	return document.getElementById(id);
}
