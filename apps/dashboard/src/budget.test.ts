/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** Bytes, gzip. docs/dashboard.md Y6; a higher value needs a decision record. */
const BUDGETS = {
  signIn: 152_500,
  shell: 196_600,
  styles: 20_000,
  screen: 60_000,
  /** The library that draws it; loaded with the branching view only. docs/adr/0089-the-graph-of-branches-is-drawn-by-a-library.md. */
  graph: 75_000,
  application: 900_000,
  /** docs/adr/0129-budgets-of-texts.md. */
  language: 57_000,
  areaTexts: 6_000,
  frameTexts: 8_000,
};

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;

/** A chunk and everything that it imports statically. */
function loadedWith(name: string, found = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[name] as Chunk;
  if (found.has(file)) return found;
  for (const each of [file, ...css]) found.add(each);
  for (const imported of imports) loadedWith(imported, found);
  return found;
}

const getSize = (files: Iterable<string>, extension: '.js' | '.css') =>
  [...files]
    .filter((file) => file.endsWith(extension))
    .reduce((sum, file) => sum + gzipSync(readFileSync(dist + file), { level: 9 }).length, 0);

/** The sign-in is part of it. */
const signIn = loadedWith('src/main.tsx');
const shell = new Set([...signIn, ...loadedWith('src/app/shell.tsx')]);
const screens = Object.keys(manifest).filter((name) => name.startsWith('src/screens/'));
const getTexts = (language: string) => Object.keys(manifest).filter((name) => name.startsWith(`src/i18n/${language}/`));

describe('the built dashboard (docs/dashboard.md Y6)', () => {
  it('loads at most 149 kB of scripts before the sign-in', () => {
    expect(getSize(signIn, '.js')).toBeLessThanOrEqual(BUDGETS.signIn);
  });

  it('loads at most 192 kB of scripts and 20 kB of styles for the frame around the screens', () => {
    expect(getSize(shell, '.js')).toBeLessThanOrEqual(BUDGETS.shell);
    expect(getSize(shell, '.css')).toBeLessThanOrEqual(BUDGETS.styles);
  });

  it.each(screens)('loads at most 60 kB, and for the graph of branches 75 kB, for %s', (name) => {
    const more = [...loadedWith(name)].filter((file) => !shell.has(file));
    expect(getSize(more, '.js')).toBeLessThanOrEqual(
      name.endsWith('/branching-graph.tsx') ? BUDGETS.graph : BUDGETS.screen,
    );
  });

  it('has at most 900 kB of scripts in all, and 57 kB for a language, 6 kB for each area of it', () => {
    expect(getSize(new Set(Object.values(manifest).map(({ file }) => file)), '.js')).toBeLessThanOrEqual(
      BUDGETS.application,
    );
    for (const language of ['en', 'de']) {
      const files = getTexts(language).flatMap((name) => [...loadedWith(name)]);
      expect(getSize(new Set(files), '.js')).toBeLessThanOrEqual(BUDGETS.language);
      for (const name of getTexts(language).filter((each) => !each.endsWith('/frame.ts'))) {
        expect([name, getSize(loadedWith(name), '.js') <= BUDGETS.areaTexts]).toEqual([name, true]);
      }
      const frame = loadedWith(`src/i18n/${language}/frame.ts`);
      expect(getSize(frame, '.js')).toBeLessThanOrEqual(BUDGETS.frameTexts);
    }
  });

  it('needs no code at run time that a content security policy without unsafe-eval would stop', () => {
    for (const file of [...shell].filter((each) => each.endsWith('.js'))) {
      expect(readFileSync(dist + file, 'utf8')).not.toMatch(/\bnew Function\b|\beval\(/);
    }
  });
});
