/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { texts as german } from '../../i18n/de/imports.js';
import { texts as english } from '../../i18n/en/imports.js';
import { createTranslator, type Texts } from '../../i18n/translator.js';
import { translateNote } from './import-notes.js';

const en = createTranslator('en', english as unknown as Texts).t;
const de = createTranslator('de', german as unknown as Texts).t;

/** What catalog-sync says, with values in it. */
const NOTES = [
  'The file was read as a Google Merchant Center feed.',
  'The file was read as UTF-16.',
  'The file is not valid UTF-8; it was read as Windows-1252.',
  'The file is the one that was imported last.',
  'Columns that are not part of the format were ignored: "a", "b and c" and 12 more.',
  'Columns that are not part of the format were ignored: "a".',
  'The export has no addresses of products; links are empty unless a column mapping gives them.',
  'Categories, properties and options are ids in this export, so they gave no tags.',
  'Proof of concept only: the export has no variant ids, so the SKU serves as id; use the Shopify app to match by the ids of the shop.',
  'Sale prices with a start or end date were ignored and the regular prices used: the catalog may stay in force longer than the sale.',
  '1 row holds no variant (a product, a picture) and was not counted.',
  '7 rows hold no variant (products, pictures) and were not counted.',
  '1 text of the column name was longer than 1,000 characters and was cut: line 4.',
  '12 texts of the column name were longer than 1,000 characters and were cut: lines 1, 2, 3 and 9 more.',
  '2 texts of the column name were longer than 1,000 characters and were cut: lines 1, 2.',
];

describe('notes of an import (docs/dashboard.md Y12.9)', () => {
  it.each(NOTES)('“%s” is as the service says it in English, and German in German', (note) => {
    expect(translateNote(note, en)).toBe(note);
    const translated = translateNote(note, de);
    expect(translated).toBeDefined();
    expect(translated).not.toBe(note);
    expect(translated).not.toMatch(/[{}]/);
  });

  it('values stay as they are', () => {
    expect(translateNote(NOTES[4] as string, de)).toContain('"a", "b and c"');
    expect(translateNote(NOTES[13] as string, de)).toMatch(/^12 .*name.*1,000.*1, 2, 3.*9/);
  });

  it('an unknown sentence is left to be shown as it is', () => {
    expect(translateNote('Something else happened.', de)).toBeUndefined();
  });

  it('the sentences are those of the service', () => {
    const root = new URL('../../../../catalog-sync/src/', import.meta.url);
    const code = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(new URL(file, root), 'utf8'))
      .join('\n');
    const parts = [
      'The file was read as a $',
      'Columns that are not part of the format were ignored: $',
      ...NOTES.slice(1, 4),
    ];
    for (const part of [...parts, ...NOTES.slice(6, 10)]) expect(code).toContain(part);
    for (const part of [
      '1 row holds no variant (a product, a picture) and was',
      'rows hold no variant (products, pictures) and were',
    ]) {
      expect(code).toContain(part);
    }
    for (const part of ['1 text of the column $', 'texts of the column $', 'characters and $'])
      expect(code).toContain(part);
  });
});
