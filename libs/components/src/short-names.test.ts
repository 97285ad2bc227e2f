import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const { SHORT_NAMES } = (await import(new URL('../build/short-names.mjs', import.meta.url).href)) as {
  SHORT_NAMES: Record<string, string>;
};

/** Files whose names are known outside of the script: messages, records, events, settings, and answers of the service. */
const PUBLIC = [
  'events/add-to-cart-event.ts',
  'events/analysis-events.ts',
  'events/variant-clicked-event.ts',
  'loader/component-config.ts',
  'messages/message-types.ts',
  'storage/analyses.ts',
  'storage/recommended-variants.ts',
];

it('only names of our own objects are shortened, each in its own way (docs/adr/0055-terser-shortens-the-component-script.md)', () => {
  const libraries = dirname(createRequire(import.meta.url).resolve('typescript'));
  const texts = [
    ...readdirSync(libraries)
      .filter((name) => /^lib\.(?:dom|es\d+|esnext).*\.d\.ts$/.test(name))
      .map((name) => readFileSync(join(libraries, name), 'utf8')),
    ...PUBLIC.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')),
  ];
  // Names of members: before a colon, a question mark or the parameters.
  const known = new Set(
    texts.flatMap((text) => [...text.matchAll(/^\s*(?:readonly |get |set )?(\w+)[?]?[:(<]/gm)].map(([, name]) => name)),
  );
  expect(known).toContain('subdomain');
  expect(known).toContain('querySelector');
  expect(Object.keys(SHORT_NAMES).filter((name) => known.has(name))).toEqual([]);
  expect(new Set(Object.values(SHORT_NAMES)).size).toBe(Object.keys(SHORT_NAMES).length);
});
