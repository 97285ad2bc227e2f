/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

/** First load, gzip, bytes. */
const BUDGET = 60_000;

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}
const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
const entryName = 'src/main.ts';

/** A chunk and everything that it imports statically. */
function loadedWith(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const imported of chunk.imports ?? []) loadedWith(imported, found);
  return found;
}

const getSize = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(dist + file), { level: 9 }).length, 0);

describe('the built page', () => {
  it('loads at most 60 kB (gzip) before the first question', () => {
    const first = loadedWith(entryName);
    expect(first.size).toBeGreaterThan(0);
    expect(getSize(first)).toBeLessThanOrEqual(BUDGET);
  });

  it('loads the result page, the camera and the preview only when they are needed', () => {
    const first = loadedWith(entryName);
    const later = Object.keys(manifest).filter((name) => !first.has(manifest[name]?.file as string));
    expect(later.some((name) => name.includes('/results/'))).toBe(true);
    expect(later.some((name) => name.includes('/selfie/'))).toBe(true);
    expect(later.some((name) => name.includes('/preview/page-preview'))).toBe(true);
  });

  it('is the same on funnel hosts and in the preview, which only starts it', () => {
    expect(manifest['src/preview.ts']?.imports ?? []).toEqual([]);
    expect(getSize(loadedWith('src/preview.ts'))).toBeLessThanOrEqual(1_500);
  });

  it('needs no code at run time that a content security policy without unsafe-eval would stop', () => {
    for (const file of loadedWith(entryName)) {
      expect(readFileSync(dist + file, 'utf8')).not.toMatch(/\bnew Function\b|\beval\(/);
    }
  });
});
