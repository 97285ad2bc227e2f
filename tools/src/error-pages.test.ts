import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { errorPages } from './error-pages.js';

const folder = fileURLToPath(new URL('../../docs/errors/', import.meta.url));
const pages = errorPages();

describe('docs/errors', () => {
  it('has a page for each error code, and no other', () => {
    expect(readdirSync(folder).sort()).toEqual([...pages.keys()].sort());
  });

  it.each([...pages])('%s is what `npm run errors` writes', (file, content) => {
    expect(readFileSync(`${folder}${file}`, 'utf8')).toBe(content);
  });
});
