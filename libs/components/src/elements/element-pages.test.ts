import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { renderElementPages } = (await import(new URL('../../build/element-pages.mjs', import.meta.url).href)) as {
  renderElementPages(): Promise<Map<string, string>>;
};

it('docs/components has a current page for each element; otherwise run libs/components/build/element-pages.mjs', async () => {
  const folder = new URL('../../../../docs/components/', import.meta.url);
  const written = readdirSync(folder).map((name): [string, string] => [
    name,
    readFileSync(new URL(name, folder), 'utf8'),
  ]);
  expect(new Map(written.sort())).toEqual(new Map([...(await renderElementPages())].sort()));
});
