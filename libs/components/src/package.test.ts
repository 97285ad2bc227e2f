import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as library from './index.js';

interface Manifest {
  modules: { declarations: { tagName: string; events: { name: string }[]; cssProperties: { name: string }[] }[] }[];
}

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as T;
const elements = read<Manifest>('../dist/custom-elements.json').modules.flatMap(({ declarations }) => declarations);

describe('the package', () => {
  it('begins the names of elements, events, properties, storage records and globals with svc. docs/components.md B1.1, S1', () => {
    const names = elements.flatMap(({ tagName, events, cssProperties }) => [
      tagName,
      ...events.map(({ name }) => name),
      ...cssProperties.map(({ name }) => name),
    ]);
    expect(elements.length).toBeGreaterThanOrEqual(4);
    expect(names.filter((name) => !/^(--)?svc-[a-z-]+$/.test(name))).toEqual([]);
    expect([library.ANALYSES_KEY, library.RECOMMENDED_VARIANTS_KEY]).toEqual([
      'svcAnalysesData',
      'svcRecommendedProductVariants',
    ]);
  });

  it('has scripts whose names match no rule of block lists. docs/components.md B13.5', () => {
    const folder = new URL('../dist/browser/', import.meta.url);
    const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(10);
    // The hash of the contents says nothing.
    const names = scripts.map((name) => name.replace(/-[0-9a-f]{8}\.js$/, '.js'));
    expect(names.filter((name) => /track|analytics|event|pixel|(?<![a-z])ads?(?![a-z])/i.test(name))).toEqual([]);
  });

  it('changes nothing and needs no browser when a server imports it. docs/components.md B6.5', async () => {
    const { exports } = read<{ exports: Record<string, string | { default: string }> }>('../package.json');
    const files = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry.default]));
    const before = Reflect.ownKeys(globalThis);
    for (const file of files) await import(new URL(`.${file}`, import.meta.url).href);
    expect(files.length).toBeGreaterThanOrEqual(6);
    expect(Reflect.ownKeys(globalThis)).toEqual(before);
    expect([typeof document, typeof customElements]).toEqual(['undefined', 'undefined']);
  });
});
