/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { texts as german } from '../../i18n/de/imports.js';
import { texts as english } from '../../i18n/en/imports.js';
import { createTranslator, type Texts } from '../../i18n/translator.js';
import { translateReason } from './row-reasons.js';

const en = createTranslator('en', english as unknown as Texts).t;
const de = createTranslator('de', german as unknown as Texts).t;

const FEEDS = new URL('../../../../catalog-sync/src/feeds/', import.meta.url);
const code = readdirSync(FEEDS, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, FEEDS), 'utf8'))
  .join('\n');
/** What catalog-sync says of a cell; a number stands for each value. */
const rules = [...code.matchAll(/['`](must (?:be|have) [^'`]+)['`]/g)].map(([, rule]) =>
  (rule as string).replace(/\$\{[^}]+\}/g, '1024'),
);

describe('why a row was rejected (docs/dashboard.md Y12.10)', () => {
  it.each([...new Set(rules)])('“%s” is as the service says it in English, and German in German', (rule) => {
    for (const found of ['', '; it is empty', '; it is "no; it is \\"x\\"."']) {
      const reason = `Variant Price ${rule}${found}.`;
      expect(translateReason(reason, en)).toBe(reason);
      expect(translateReason(reason, de)).toMatch(/^Variant Price (muss|darf) [^{}]+\.$/s);
    }
  });

  it('are all rules of the service', () => {
    expect(new Set(rules).size).toBeGreaterThanOrEqual(10);
  });

  it.each([
    'id "V1" is that of an earlier row; ids are unique.',
    'The row has 3 columns, the header has 8; quote a text that holds the delimiter or a line break.',
    'The text holds a NUL character; remove it.',
  ])('“%s” is said of a whole row', (reason) => {
    expect(translateReason(reason, en)).toBe(reason);
    expect(translateReason(reason, de)).toMatch(/^D(ie|er) [^{}]+\.$/);
  });

  it('an unknown sentence is left to be shown as it is', () => {
    expect(translateReason('tags has an invalid tag (too long).', de)).toBeUndefined();
    expect(translateReason('price must be something new.', de)).toBeUndefined();
  });
});
