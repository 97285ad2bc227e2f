import { createSentenceTranslator, type KnownSentence } from '../../shared/translate-sentence.js';

/** Sentences of the service about how a file was read, with the values in them, and the same in the user's language. */
const NOTES: readonly KnownSentence[] = [
  ['The file was read as a {format}.', 'import.note.format'],
  ['The file was read as UTF-16.', 'import.note.utf-16'],
  ['The file is not valid UTF-8; it was read as Windows-1252.', 'import.note.windows'],
  ['The file is the one that was imported last.', 'import.note.unchanged'],
  ['Columns that are not part of the format were ignored: {columns} and {more} more.', 'import.note.ignored-more'],
  ['Columns that are not part of the format were ignored: {columns}.', 'import.note.ignored'],
  [
    'The export has no addresses of products; links are empty unless a column mapping gives them.',
    'import.note.no-links',
  ],
  ['Categories, properties and options are ids in this export, so they gave no tags.', 'import.note.no-tags'],
  [
    'Proof of concept only: the export has no variant ids, so the SKU serves as id; use the Shopify app to match by the ids of the shop.',
    'import.note.sku',
  ],
  [
    'Sale prices with a start or end date were ignored and the regular prices used: the catalog may stay in force longer than the sale.',
    'import.note.sales',
  ],
  ['1 row holds no variant (a product, a picture) and was not counted.', 'import.note.row'],
  ['{rows} rows hold no variant (products, pictures) and were not counted.', 'import.note.rows'],
  ['1 text of the column {column} was longer than {limit} characters and was cut: line {lines}.', 'import.note.cut'],
  [
    '{texts} texts of the column {column} were longer than {limit} characters and were cut: lines {lines} and {more} more.',
    'import.note.cuts-more',
  ],
  [
    '{texts} texts of the column {column} were longer than {limit} characters and were cut: lines {lines}.',
    'import.note.cuts',
  ],
];

/** A note of an import in the user's language; undefined: the service says something that this release does not know. */
export const translateNote = createSentenceTranslator(NOTES);
