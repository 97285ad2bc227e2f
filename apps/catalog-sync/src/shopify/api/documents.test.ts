import { readdirSync, readFileSync } from 'node:fs';
import { adminDocumentProblems } from '@svc/shopify-stand-in';
import { describe, expect, it } from 'vitest';
import { API_VERSION } from './admin-client.js';
import { documents } from './documents.js';

const FOLDER = new URL('graphql/', import.meta.url);
const FILES = readdirSync(FOLDER);
const text = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
/** `run-bulk-query.graphql` → `runBulkQuery`. */
const toKey = (name: string): string =>
  name.replace(/\.graphql$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The module as it has to be: a text for each file. */
function generateModule(files: readonly string[]): string {
  const literal = (name: string) => text(name).replace(/[\\`]|\$\{/g, '\\$&');
  return [
    '/**',
    " * Queries for Shopify's Admin API: the files of `graphql/`, as a module, so that compiled code needs no other files.",
    ' * Written by `npx vitest run src/shopify/api/documents.test.ts -u`; the test fails while a file says something else.',
    ' */',
    'export const documents = {',
    ...files.map((name) => `  ${toKey(name)}: \`${literal(name)}\`,`),
    '} as const;',
    '',
    'export type Documents = typeof documents;',
    '',
  ].join('\n');
}

describe('what is asked of Shopify', () => {
  it.each(FILES)(`%s fits the schema of the Admin API, ${API_VERSION}`, (name) => {
    expect(adminDocumentProblems(text(name))).toEqual([]);
  });

  it('every document of the build equals its file', async () => {
    expect(Object.keys(documents)).toEqual(FILES.map(toKey));
    for (const name of FILES) expect(documents[toKey(name) as keyof typeof documents]).toBe(text(name));
    await expect(generateModule(FILES)).toMatchFileSnapshot('documents.ts');
  });
});
