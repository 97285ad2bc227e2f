// Refuses words that plain English does without, in code, comments, tests and pages; part of `lint` (CONTRIBUTING.md).
// Every hit is printed as `file:line:column: word: use …`. `node tools/lint-words.mjs [--count] [folder or file …]`
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What is refused, as a regular expression, and what to write instead. */
export const WORDS = [
  ['at once', 'immediately, or simultaneously'],
  [
    '(?:is|are|was|were|be|been|being) told|told apart|told by|tells?|telling',
    'receives, is notified, reports, returns, shows',
  ],
  ['beside', 'next to, in addition to, in parallel with'],
  ['go on|goes on|going on|went on|goes? on', 'continue, run, be in progress'],
  ['anew', 'again'],
  ['giv(?:e|es|en|ing) up|gave up', 'abandon, cancel, dead-letter'],
  ['(?:take|takes|taken|taking|took) away', 'remove'],
  ['broken off|breaks off|broke off|breaking off', 'interrupted'],
  ['for ever', 'indefinitely'],
  ['all the same', 'nevertheless'],
  ['what (?:became|becomes|will become) of', 'outcome, result'],
  ['in vain', 'without effect'],
  ['of then', 'as of that time'],
  ['in earnest', 'in production'],
  ['lets? expect', 'predicts'],
  [
    "whoever|somebody|(?<!['`])nobody|anybody",
    'the caller, the client, the service, the merchant, the shopper, the operator',
  ],
  ['hears? of|heard of', 'receive, be notified'],
  ['(?:throw|throws|threw|thrown|throwing) away', 'discard'],
  ['(?:hands|handed|handing) in', 'submit'],
  ['owes?|owed', 'must be delivered, is due'],
  ['catalogues?', 'catalog'],
  // American spelling, as in the fields of the public interface.
  ['(?:water)?colour(?:s|ed|ing|less)?', 'color'],
  ['analysed|analysing', 'analyzed, analyzing'],
  ['centre[sd]?|centring', 'center'],
  ['greys', 'gray'],
  ['(?:neighbour|behaviour|favour|favourite|flavour|honour|labour|rumour)(?:s|ed|ing)?', '-or'],
  [
    '(?:normal|recogn|organ|author|local|serial|optim|summar|initial|minim|maxim|synchron|categor|priorit|util|final|custom|emphas)is(?:e|es|ed|ing|ation|ations)',
    '-ize',
  ],
  ['(?:mis)?spelt|learnt', '-ed'],
  ['signall(?:ed|ing)|labell(?:ed|ing)|modell(?:ed|ing)|travell(?:ed|ing)', 'one l'],
  [
    'jewellery|licence|artefacts?|judgement|ageing|whilst|programme',
    'jewelry, license, artifact, judgment, aging, while, program',
  ],
];

const READABLE = /\.(?:tsx?|mts|mjs|proto|md|yaml|sql|css|html)$/;
/** Files that have to name the words, or are not written here. */
const EXEMPT = /^tools\/(?:lint-words\.mjs|src\/lint-words\.test\.ts)$|\/gen\//;

const PATTERN = new RegExp(`\\b(?:${WORDS.map(([words]) => `(${words})`).join('|')})\\b`, 'gi');

/**
 * Hits of a text, wrapped over lines of a comment too.
 * @param {string} text
 * @returns {{ line: number, column: number, found: string, instead: string }[]}
 */
export function findWords(text) {
  // Line breaks with their comment marks become as many spaces, so that places stay; a blank line ends a phrase.
  const flat = text.replace(/\n[ \t]*(?:\*(?!\*)|\/\/|#(?!#))?[ \t]*(?=(\n?))/g, (gap, blank) =>
    (blank ? '.' : ' ').repeat(gap.length),
  );
  // Words of a phrase may be apart by a line break, which is several spaces now.
  const pattern = new RegExp(PATTERN.source.replaceAll(' ', '\\s+'), PATTERN.flags);
  return [...flat.matchAll(pattern)].map((match) => {
    const before = text.slice(0, match.index).split('\n');
    const word = match.slice(1).findIndex((group) => group !== undefined);
    return {
      line: before.length,
      column: (before.at(-1) ?? '').length + 1,
      found: match[0].replace(/\s+/g, ' '),
      instead: WORDS[word]?.[1] ?? '',
    };
  });
}

/** @param {string[]} under - folders or files, relative to the current folder; none: the whole repository. */
function main(under, { count }) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const paths = under.map((path) => relative(root, resolve(path)) || '.');
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
    .split('\0')
    // Git lists a file that was deleted until the deletion is committed.
    .filter((file) => READABLE.test(file) && !EXEMPT.test(file) && existsSync(join(root, file)));
  const hits = files.flatMap((file) =>
    findWords(readFileSync(join(root, file), 'utf8')).map((hit) => ({ file, ...hit })),
  );
  if (count) {
    const folders = Map.groupBy(hits, ({ file }) => file.split('/').slice(0, 2).join('/'));
    for (const [folder, { length }] of [...folders].sort((a, b) => b[1].length - a[1].length)) {
      console.log(`${String(length).padStart(5)} ${folder}`);
    }
  } else {
    for (const { file, line, column, found, instead } of hits) {
      console.log(`${file}:${line}:${column}: "${found}": use ${instead}`);
    }
  }
  if (hits.length > 0)
    console.error(`${hits.length} words to replace, in ${new Set(hits.map(({ file }) => file)).size} files.`);
  return hits.length === 0 ? 0 : 1;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const args = process.argv.slice(2);
  process.exitCode = main(
    args.filter((arg) => !arg.startsWith('--')),
    { count: args.includes('--count') },
  );
}
