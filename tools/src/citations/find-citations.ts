/** A place in a file where a page of this repository is cited. */
export interface Citation {
  line: number;
  /** From the root of the repository. */
  path: string;
  rules: string[];
  headings: string[];
}

/** A place that cites something a reader cannot look up. */
export interface Unresolvable {
  line: number;
  /** What looks like a citation: a bare number of a rule is fine on the page that has the rule. */
  found: string;
  /** The same with what follows it. */
  text: string;
}

const RULE = /[A-Z]\d+(?:\.\d+)*/.source;
const TARGET = `(?:${RULE}\\b|"[^"\\n]{1,100}")`;
/** `docs/contract.md`, `docs/contract.md C9.4`, `docs/reliability.md R7.3 to R7.5`, `docs/webhooks.md "Retention"`. */
const CITATION = new RegExp(`\\bdocs/([\\w/.-]+\\.md)(?:\\s+(${TARGET}(?:(?:,| and| to)\\s+${TARGET})*))?`, 'g');
/** A comma between a page and what is cited of it. */
const MISPLACED = new RegExp(`^,\\s+(?:"|${RULE}\\b)`);
const DECISIONS = /\bADRs? (\d+)(?:(?:,| and) (\d+)\b(?![.\d]))?(?:(?:,| and) (\d+)\b(?![.\d]))?/g;

const PAGE_NAMES =
  'Reliability|Contract(?:\\s+decisions)?|Spec(?:ification)?|Matching|Management|Catalog(?:ue)?|Colou?r[ -]analysis|Performance|Architecture|Ecosystem|Components|Operations';
/** What looks like a citation and names no page of the repository. */
const UNRESOLVABLE = [
  new RegExp(`(?<![\\w./-])(?:${PAGE_NAMES})(?:\\.md)?[,:]?\\s+(?:"|${RULE}\\b|\\d\\.\\d|rules? \\d)`, 'gi'),
  /\bSpec[,:]/g,
  /\b[Ii]ssue line\b/g,
  /(?<![\w./-])R\d{1,2}\.\d{1,2}\b/g,
];

/** Finds what a text cites. A citation may be wrapped over lines of a comment. */
export function findCitations(text: string): { citations: Citation[]; unresolvable: Unresolvable[] } {
  const flat = flatten(text);
  const lineAt = lineCounter(text);
  const citations: Citation[] = [];
  const unresolvable: Unresolvable[] = [];
  const quote = (index: number) =>
    flat
      .slice(index, index + 40)
      .replace(/\s+/g, ' ')
      .trim();
  // What is covered by one finding is not looked at again.
  let remaining = flat;
  const cover = (found: string, index: number) => {
    remaining = remaining.slice(0, index) + ' '.repeat(found.length) + remaining.slice(index + found.length);
  };
  for (const { 0: found, 1: file = '', 2: targets = '', index } of flat.matchAll(CITATION)) {
    cover(found, index);
    const headings = [...targets.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => heading.replace(/\s+/g, ' '));
    const rules = targets.replace(/"[^"]+"/g, '').match(new RegExp(`\\b${RULE}\\b`, 'g')) ?? [];
    citations.push({ line: lineAt(index), path: `docs/${file}`, rules, headings });
    if (targets === '' && MISPLACED.test(flat.slice(index + found.length))) {
      unresolvable.push({ line: lineAt(index), found, text: quote(index) });
    }
  }
  for (const pattern of UNRESOLVABLE) {
    for (const { 0: found, index } of remaining.matchAll(pattern)) {
      cover(found, index);
      unresolvable.push({ line: lineAt(index), found, text: quote(index) });
    }
  }
  return { citations, unresolvable };
}

/** Numbers of the decisions (`docs/adr`) that a text names: `ADR 12`, `ADR 11 and 23`. */
export function findDecisions(text: string): { line: number; number: number }[] {
  const lineAt = lineCounter(text);
  return [...flatten(text).matchAll(DECISIONS)].flatMap((match) =>
    match
      .slice(1)
      .flatMap((number) => (number === undefined ? [] : [{ line: lineAt(match.index), number: Number(number) }])),
  );
}

/** Turns line breaks, with the comment marks behind them, into as many spaces, so that places stay what they are. */
const flatten = (text: string): string =>
  text.replace(/\n[ \t]*(?:\*(?!\*)|\/\/|#(?!#))?[ \t]*/g, (gap) => ' '.repeat(gap.length));

/** Counts lines from 1. Places are asked for in any order. */
function lineCounter(text: string): (place: number) => number {
  return (place) => text.slice(0, place).split('\n').length;
}
