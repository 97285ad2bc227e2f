import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFeed } from '../../testing/read-feed.js';

const GOLDEN = new URL('golden/', import.meta.url);
const EXPECTED = '.expected.json';
const FILES = readdirSync(GOLDEN).filter((name) => /\.(csv|tsv)$/.test(name));

const text = (name: string): string => readFileSync(new URL(name, GOLDEN), 'utf8');

/**
 * One file for each format that is read, written after the format's own documentation (golden/README.md names the pages), and
 * what has to come of it, whole. docs/catalog.md "The native CSV file".
 */
describe('golden files', () => {
  it.each(FILES)('%s is read as its expected.json says', async (name) => {
    const { variants, products, report } = await readFeed(readFileSync(new URL(name, GOLDEN)));
    // Through JSON: what is not there is not compared.
    expect(JSON.parse(JSON.stringify({ report, products, variants }))).toEqual(
      JSON.parse(text(name.replace(/\.\w+$/, (type) => `-${type.slice(1)}${EXPECTED}`))),
    );
  });

  it('each has its page of documentation in the README', () => {
    const readme = text('README.md');
    for (const name of FILES) expect(readme).toContain(`\`${name}\``);
  });
});
