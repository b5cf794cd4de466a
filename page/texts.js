// SPDX-License-Identifier: MIT
// texts.js - every text of the page, in one table
//
// To translate the page, translate the values of this table.  {name} is a value that the
// page puts in.  A text with two forms is an object: `one` for 1, `other` for the rest,
// as Intl.PluralRules names them; a language may need more forms.  The titles and the
// reasons of rules come from the program, and are in English.

export const TEXTS = {
	language: 'en',
	title: 'demofsck: check and repair a game recording',
	tagline: 'Checks and repairs game recordings',
	no_script: 'This page needs JavaScript to read your file. The file stays on your device.',

	drop_title: 'Drop a recording here',
	drop_title_touch: 'Choose a recording',
	drop_over: 'Let go to check this file',
	choose: 'Choose a file',
	choose_other: 'Check another file',
	drop_formats: 'Demos of Teeworlds and DDNet (.demo), demos of Team Fortress 2 and other '
		+ 'Source engine games (.dem), teehistorian logs of DDNet, and maps. A file may be '
		+ 'compressed with gzip, xz, zstd or bzip2. Unpack a zip first.',
	private: 'Your file stays on your device. This page cannot use the network.',
	one_file: 'The page checks one file at a time. The other files were not checked.',

	reading: 'Checking {name}',
	saving: 'Repairing {name}',
	progress: '{done} of {all}',
	progress_label: 'Progress',
	cancel: 'Cancel',
	cancelled: 'Cancelled. Nothing was saved.',

	// The verdict, in one sentence about a recording, a map or another file.
	thing_recording: 'recording',
	thing_datafile: 'map',
	thing_snapshot: 'file',
	'thing_snapshot-delta': 'file',
	valid: 'This {thing} is whole.',
	valid_warnings: {
		one: 'This {thing} is whole, but one detail in it is unusual.',
		other: 'This {thing} is whole, but {n} details in it are unusual.',
	},
	outside: 'The bytes of this {thing} are whole, but its name is wrong.',
	empty: 'This file is empty.',
	truncated_lossless: 'This {thing} was not ended properly, but nothing in it is lost.',
	truncated_lossy: 'This {thing} was cut off: a repair saves {kept} of {of}.',
	truncated_lossy_all: 'This {thing} was cut off: a repair keeps all {kept} that can be '
		+ 'played.',
	truncated_lossy_little: 'This {thing} was cut off: a repair saves {kept}.',
	truncated_lossy_unknown: 'This {thing} was cut off: a repair saves {percent} of its data.',
	truncated_no: 'This {thing} was cut off so early that nothing in it can be played.',
	damaged_lossless: 'This {thing} is damaged, and a repair restores all of it.',
	damaged_lossy: 'This {thing} is damaged: a repair saves {kept} of {of}.',
	damaged_lossy_little: 'This {thing} is damaged: a repair saves almost all of it.',
	damaged_lossy_unknown: 'This {thing} is damaged: a repair saves {percent} of its data.',
	damaged_no: 'This {thing} is damaged, and nothing in it can be saved.',
	unsupported: 'This is a recording of a version that demofsck does not read.',
	unsupported_archive: 'This is {archive}, not a recording.',
	archive_advice: 'Unpack the archive, and drop the recording that is in the archive.',
	map_advice: 'The map is not in the demo. To play the demo, you need the map {map}.',
	unrecognized: 'This is not a recording that demofsck knows.',
	not_found: 'No {format} was found in this file.',
	undecided: 'There is no verdict, because the file reached a limit of the check.',

	// Short words for the verdict.
	word_valid: 'Whole',
	word_truncated: 'Cut off',
	word_damaged: 'Damaged',
	word_unsupported: 'Not supported',
	word_unrecognized: 'Not recognized',
	word_undecided: 'No verdict',

	lost_start: 'If the start of the file was overwritten, for example with zeros, say what '
		+ 'the file is:',

	failed_read: 'The file changed, was moved or cannot be read. Drop the file again.',
	failed_memory: 'This browser does not have enough memory for this file.',
	failed_program: 'The program stopped with an error: {why}',
	failed_start: 'This browser cannot run the program: {why}',

	// Facts.
	facts_label: 'Facts about the file',
	fact_format: 'Format',
	fact_size: 'Size',
	fact_version: '{format}, version {version}',
	fact_compressed: '{size}, {compression}',
	fact_map: 'Map',
	fact_length: 'Length',
	fact_server: 'Server',
	fact_date: 'Recorded',
	format_teehistorian: 'DDNet teehistorian log',
	format_twdemo: 'Teeworlds or DDNet demo',
	format_dem: 'Source engine demo',
	format_datafile: 'Teeworlds map',
	format_snapshot: 'Teeworlds snapshot',
	'format_snapshot-delta': 'Teeworlds snapshot delta',

	// The repair.
	repair_title: 'What a repair keeps and loses',
	repair_impossible: 'A repair would leave nothing that a game can play, so there is no repair.',
	repair_lossless: 'A repair loses nothing.',
	repair_end: {
		one: 'All {kept} stay. Only the last, incomplete piece (1 byte) is left out. '
			+ 'Nobody knows what came after the end of the file.',
		other: 'All {kept} stay. Only the last, incomplete piece ({n} bytes) is left out. '
			+ 'Nobody knows what came after the end of the file.',
	},
	repair_more: 'More may be lost, because nobody knows what came after the end of the file.',
	loss_kept: 'Playing time kept',
	loss_lost: 'Playing time lost',
	loss_between: 'Lost between',
	loss_still: 'Picture stands still',
	loss_messages: 'Messages lost',
	loss_snapshots: 'Snapshots lost',
	loss_packets: 'Packets lost',
	loss_string_tables: 'String tables lost',
	loss_unread: 'Bytes that nobody can read',
	loss_dropped: 'Bytes left out',
	bytes_title: 'Bytes of the file',
	bytes_kept: 'Bytes kept',
	bytes_changed: 'Bytes changed',
	bytes_dropped: 'Bytes dropped',
	bytes_added: 'Bytes added',
	from_to: '{from} and {to}',
	save: 'Save the repaired copy',
	save_note: 'The copy is checked again before you get it. Your original does not change.',
	saved: 'Saved. The name is {name}, unless your browser changed the name. A second check '
		+ 'found no error in the copy.',
	saved_where: 'The copy is in your downloads.',
	saved_twdemo: 'Move the copy into the folder demos of your game. DDNet has this folder in '
		+ '%APPDATA%\\DDNet on Windows, in ~/.local/share/ddnet on Linux, and in '
		+ '~/Library/Application Support/DDNet on macOS. On Windows, Teeworlds and an old '
		+ 'DDNet have this folder in %APPDATA%\\Teeworlds.',
	saved_dem: 'Move the copy into the folder of the game that has the file gameinfo.txt. In '
		+ 'the console of the game, type: playdemo "{name}"',
	saved_dem_tf: 'Move the copy into the folder steamapps\\common\\Team Fortress 2\\tf of '
		+ 'Steam. In the console of the game, type: playdemo "{name}"',
	save_refused: 'The repaired copy was not good, so it was not saved: {why}',
	save_report: 'Save the report',
	report_note: 'The report has one JSON object a line, for programs and for people who help you.',
	repaired_name: '{base}-repaired{ending}',

	// The strip.
	strip_title: 'The whole file, drawn to scale',
	strip_label: 'Place in the file',
	strip_hint: 'Point at the strip, or use the arrow keys, to see what is where.',
	strip_hint_touch: 'Tap the strip to see what is where.',
	strip_place: '{kind}, {fate}, {length} at {offset}',
	strip_time: 'tick {tick}, {time}',
	strip_tick: 'tick {tick}',
	strip_fates: 'A repair:',
	strip_decoded: 'Offsets count the bytes of the unpacked recording.',
	strip_table: 'The strip as a table',
	strip_added: {one: 'A repair adds 1 byte here', other: 'A repair adds {n} bytes here'},
	column_kind: 'Content',
	column_fate: 'Repair',
	column_offset: 'Offset',
	column_length: 'Length',
	column_time: 'Time',
	table_cut: 'The table has the first {n} of {all} parts.',
	kind_header: 'Header',
	kind_map: 'Map',
	kind_keyframe: 'Keyframe',
	kind_delta: 'Change',
	kind_message: 'Message',
	kind_marker: 'Tick marker',
	kind_signon: 'Start data',
	kind_packet: 'Packet',
	kind_command: 'Command',
	kind_end: 'End mark',
	kind_unread: 'Unreadable',
	kind_other: 'Data',
	fate_kept: 'kept',
	fate_changed: 'changed',
	fate_dropped: 'dropped',
	fate_added: 'added',

	// The findings.
	findings_title: 'What was found',
	findings_none: 'The check found no error and no warning.',
	findings_notes: {one: 'One note', other: '{n} notes'},
	severity_error: 'Error',
	severity_warning: 'Warning',
	severity_note: 'Note',
	finding_at: 'At {offset}',
	finding_at_time: 'At {offset}, {time}',
	finding_name: 'In the name of the file',
	finding_found: 'found {found}',
	finding_found_expected: 'found {found}, expected {expected}',
	finding_expected: 'expected {expected}',
	finding_more: {one: '1 more place', other: '{n} more places'},
	finding_unlisted: {one: '1 more place is counted, but not listed.',
		other: '{n} more places are counted, but not listed.'},

	licences: 'Licences',
	about: 'demofsck {version} runs inside this page as WebAssembly. You can save the page '
		+ 'and use it without a network.',

	// Units.  \u00a0 is a blank at which a line does not end.
	seconds: '{n}\u00a0s',
	minutes: '{m}\u00a0min {s}\u00a0s',
	hours: '{h}\u00a0h {m}\u00a0min',
	bytes: {one: '1\u00a0byte', other: '{n}\u00a0bytes'},
	kilobytes: '{n}\u00a0KB',
	megabytes: '{n}\u00a0MB',
	gigabytes: '{n}\u00a0GB',
};
