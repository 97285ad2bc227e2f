import { readFileSync } from 'node:fs';
import { NATIVE_COLUMNS } from '@svc/domain';
import { expect, it } from 'vitest';

it('the columns of the native format are those of the page (docs/catalog.md "The native CSV file")', () => {
  const page = readFileSync(new URL('../../../../docs/catalog.md', import.meta.url), 'utf8');
  const [, table = ''] = /## The native CSV file[\s\S]*?\|---\|---\|---\|\n([\s\S]*?)\n\n/.exec(page) ?? [];
  const documented = table.split('\n').flatMap((row) => (row.split(' | ')[0] as string).match(/\w+/g) ?? []);
  expect(NATIVE_COLUMNS).toEqual(documented);
});
