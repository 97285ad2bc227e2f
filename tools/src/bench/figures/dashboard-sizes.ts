import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Row } from '../compare.js';

/** Bytes, gzip; apps/dashboard/src/budget.test.ts fails above them. */
const SIZES = { signIn: 152_500, frame: 196_600, styles: 20_000, screen: 60_000, application: 900_000 };

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

/** What the build loads for the sign-in, the frame and each screen; docs/dashboard.md Y6. */
export function dashboardSizes(): Row[] {
  const dist = fileURLToPath(new URL('../../../../apps/dashboard/dist/', import.meta.url));
  const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
  const collect = (name: string, found = new Set<string>()): Set<string> => {
    const { file, css = [], imports = [] } = manifest[name] as Chunk;
    if (found.has(file)) return found;
    for (const each of [file, ...css]) found.add(each);
    for (const imported of imports) collect(imported, found);
    return found;
  };
  const measure = (files: Iterable<string>, extension: string) =>
    [...files]
      .filter((file) => file.endsWith(extension))
      .reduce((sum, file) => sum + gzipSync(readFileSync(dist + file), { level: 9 }).length, 0);
  const start = collect('src/main.tsx');
  const frame = new Set([...start, ...collect('src/app/shell.tsx')]);
  const screens = Object.keys(manifest)
    .filter((name) => name.startsWith('src/screens/') && !name.endsWith('/branching-graph.tsx'))
    .map((name) => ({
      name: name.replace(/^src\/screens\/|\.tsx$/g, ''),
      bytes: measure(
        [...collect(name)].filter((file) => !frame.has(file)),
        '.js',
      ),
    }))
    .sort((a, b) => b.bytes - a.bytes);
  const all = new Set(Object.values(manifest).map(({ file }) => file));
  const row = (figure: string, bytes: number, must: number, note = ''): Row => ({
    id: 'dashboard',
    figure,
    ratio: bytes / must,
    must: '≤ 1',
    note: `${toKb(bytes)}, at most ${toKb(must)}${note}`,
  });
  return [
    row('scripts before the sign-in, gzip', measure(start, '.js'), SIZES.signIn),
    row('scripts of the frame around screens', measure(frame, '.js'), SIZES.frame),
    row('styles', measure(frame, '.css'), SIZES.styles),
    row(
      'scripts of the largest screen in addition',
      screens[0]?.bytes ?? 0,
      SIZES.screen,
      `: ${screens.map(({ name, bytes }) => `${name} ${toKb(bytes)}`).join(', ')}`,
    ),
    row('all scripts', measure(all, '.js'), SIZES.application),
  ];
}

const toKb = (bytes: number): string => `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
