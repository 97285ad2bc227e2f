/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../', import.meta.url));
const modules = import.meta.glob<{ texts: Record<string, string> }>('./{en,de}/*.ts', { eager: true });
const readTexts = (language: string) =>
  new Map(
    Object.entries(modules)
      .filter(([file]) => file.startsWith(`./${language}/`))
      .map(([file, { texts }]) => [file.slice(`./${language}/`.length, -'.ts'.length), texts]),
  );
const english = readTexts('en');
const german = readTexts('de');
const owners = new Map([...english].flatMap(([area, texts]) => Object.keys(texts).map((key) => [key, area] as const)));
const getNames = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

/** The keys in a file: every literal that is one, and both forms of a count. */
const readKeys = (file: string): string[] =>
  [...readFileSync(src + file, 'utf8').matchAll(/'([a-z0-9.-]+)'/g)]
    .flatMap(([, literal]) => [literal as string, `${literal}.one`, `${literal}.other`])
    .filter((key) => owners.has(key));

/** The same in each language. */
const NAMES = new Set(['OpenAPI', 'POST']);
const WORD = /\p{L}{2,}/u;
const READ_ATTRIBUTES = new Set(['title', 'label', 'alt', 'aria-label', 'aria-description', 'description', 'caption']);

/** Texts that the code of a component has itself; code samples are the same in each language. */
function findLiterals(source: string, file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && /^(?:Code|code|Kbd)$/.test(node.openingElement.tagName.getText())) return;
    const text = ts.isJsxText(node)
      ? node.text
      : ts.isJsxAttribute(node) && READ_ATTRIBUTES.has(node.name.getText()) && node.initializer
        ? (ts.isStringLiteral(node.initializer) && node.initializer.text) || ''
        : '';
    if (WORD.test(text) && !NAMES.has(text.trim())) found.push(`${file}: ${text.trim()}`);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

const readLiterals = (file: string): string[] => findLiterals(readFileSync(src + file, 'utf8'), file);

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(i18n\/(en|de)|gen)\//.test(file),
);

describe('texts (docs/dashboard.md Y5.4)', () => {
  it('each area has the same texts with the same values in each language, and no key is in two areas', () => {
    expect([...german.keys()]).toEqual([...english.keys()]);
    for (const [area, texts] of english) {
      const translated = german.get(area) as Record<string, string>;
      expect(Object.keys(translated)).toEqual(Object.keys(texts));
      for (const [key, text] of Object.entries(texts)) {
        expect([key, getNames(translated[key] as string)]).toEqual([key, getNames(text)]);
      }
    }
    expect(owners.size).toBe([...english.values()].reduce((sum, texts) => sum + Object.keys(texts).length, 0));
  });

  it.each(files)('%s uses texts of the areas that its screen loads and of the frame only', (file) => {
    const area = /^(?:app|screens|shared)\/([^/]+)\//.exec(file)?.[1] ?? 'frame';
    const routes = file.startsWith('screens/') ? readFileSync(`${src}screens/${area}/routes.ts`, 'utf8') : '';
    const loaded = [...english.keys()].filter((name) => routes.includes(`'${name}'`));
    const foreign = readKeys(file).filter((key) => !['frame', area, ...loaded].includes(owners.get(key) as string));
    expect(foreign).toEqual([]);
  });

  it('screens load the texts of the shared components that they use', () => {
    const missing = files.flatMap((file) => {
      const [, screen] = /^screens\/([^/]+)\//.exec(file) ?? [];
      const used = [...readFileSync(src + file, 'utf8').matchAll(/'[./]+\/shared\/([a-z]+)\/[^']+'/g)].map(
        ([, area]) => area,
      );
      const areas = [...new Set(used)].filter((area) => english.has(area as string));
      if (areas.length === 0) return [];
      const routes = screen ? readFileSync(`${src}screens/${screen}/routes.ts`, 'utf8') : '';
      return areas.filter((area) => !routes.includes(`'${area}'`)).map((area) => `${file}: ${area}`);
    });
    expect(missing).toEqual([]);
  });

  it('no component has a text of its own, in its markup or in an attribute that is read', () => {
    const literals = files.filter((file) => file.endsWith('.tsx')).flatMap(readLiterals);
    expect(literals).toEqual([]);
  });

  it('a text of its own would be found, between tags and in an attribute', () => {
    const source = 'const x = <p title="Press it">{name} is here <code>curl -H</code></p>;';
    expect(findLiterals(source, 'x.tsx')).toEqual(['x.tsx: Press it', 'x.tsx: is here']);
  });

  it('every text is used', () => {
    const used = new Set(files.flatMap(readKeys));
    expect([...owners.keys()].filter((key) => !used.has(key))).toEqual([]);
  });
});
