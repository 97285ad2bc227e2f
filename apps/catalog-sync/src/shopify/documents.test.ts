import { readdirSync, readFileSync } from 'node:fs';
import { adminDocumentProblems } from '@svc/shopify-stand-in';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS } from './documents.js';

describe('what is asked of Shopify', () => {
  it.each(readdirSync(DOCUMENTS))('%s fits the schema of the Admin API, 2026-07', (name) => {
    expect(adminDocumentProblems(readFileSync(new URL(name, DOCUMENTS), 'utf8'))).toEqual([]);
  });
});
