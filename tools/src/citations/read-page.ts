/** What of a Markdown page can be cited. */
export interface Page {
  /** Headings as they read, without marks of code or emphasis. */
  headings: ReadonlySet<string>;
  /** Addresses of headings, as links write them behind `#`. */
  anchors: ReadonlySet<string>;
  /** Numbers of rules: `C9`, `R7.10`, `P3`. */
  rules: ReadonlySet<string>;
  /** Numbers that several rules of a list have. */
  repeatedRules: readonly string[];
}

const HEADING = /^#{1,6}\s+(.+?)\s*$/gm;
const RULE = /[A-Z]\d+(?:\.\d+)*/.source;
const LISTED = new RegExp(`^\\s*(?:- )?\\*\\*(${RULE})\\b`, 'gm');
/** A rule begins a heading, a bold lead of a list item, or a row of a table. */
const RULES = [new RegExp(`^#{1,6} (${RULE})\\b`, 'gm'), LISTED, new RegExp(`^\\| (${RULE}) \\|`, 'gm')];

/** Reads a page of Markdown. Text inside code fences is no heading. */
export function readPage(markdown: string): Page {
  const text = markdown.replace(/^( *)```[\s\S]*?^\1```/gm, '');
  const headings = [...text.matchAll(HEADING)].map(([, heading = '']) => heading.replace(/[`*]/g, ''));
  return {
    headings: new Set(headings),
    anchors: new Set(headings.map(toAnchor)),
    rules: new Set(RULES.flatMap((pattern) => listMatches(text, pattern))),
    repeatedRules: listMatches(text, LISTED).filter((rule, index, all) => all.indexOf(rule) < index),
  };
}

const listMatches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, match = '']) => match);

const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
