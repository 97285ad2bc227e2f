import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const { readEarlierReleases } = (await import(new URL('../build/earlier-releases.mjs', import.meta.url).href)) as {
  readEarlierReleases(folder: string, version: string): Promise<Map<string, Buffer>>;
};

const hash = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

describe('files of earlier releases (docs/components.md B1.6, B1.8)', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-releases-'));
  });

  afterEach(() => rm(folder, { recursive: true }));

  async function publish(version: string, files: Record<string, string> = { 'components.js': `loader ${version}` }) {
    const listed = Object.entries(files).map(([name, text]) => [`/v/${version}/${name}`, hash(text)]);
    await mkdir(join(folder, version));
    await writeFile(join(folder, version, 'integrity.json'), JSON.stringify({ files: Object.fromEntries(listed) }));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, version, name), text);
  }

  it('a release contains the three releases before it, byte for byte, at the addresses that they had', async () => {
    for (const version of ['0.8.0', '0.9.0', '0.10.0', '0.11.0']) await publish(version);
    await publish('0.9.1', { 'components.js': 'loader 0.9.1', 'core-1a2b3c4d.js': 'export{};' });
    const files = await readEarlierReleases(folder, '0.11.0');
    expect([...files.keys()].filter((path) => !path.endsWith('integrity.json')).sort()).toEqual([
      'v/0.10.0/components.js',
      'v/0.9.0/components.js',
      'v/0.9.1/components.js',
      'v/0.9.1/core-1a2b3c4d.js',
    ]);
    expect(files.get('v/0.9.1/core-1a2b3c4d.js')?.toString()).toBe('export{};');
    expect(files.has('v/0.9.1/integrity.json')).toBe(true);
  });

  it('other folders, and no folder, are no releases', async () => {
    await mkdir(join(folder, 'notes'));
    expect(await readEarlierReleases(folder, '1.0.0')).toEqual(new Map());
    expect(await readEarlierReleases(join(folder, 'absent'), '1.0.0')).toEqual(new Map());
  });

  it.each<[string, () => Promise<void>, RegExp]>([
    [
      'a file that was changed',
      () => writeFile(join(folder, '0.9.0', 'components.js'), 'alert(1)'),
      /components\.js is not the file of release 0\.9\.0/,
    ],
    [
      'a file that the release did not have',
      () => writeFile(join(folder, '0.9.0', 'more.js'), ''),
      /more\.js is not the file of release/,
    ],
    [
      'a file that is missing',
      () => rm(join(folder, '0.9.0', 'components.js')),
      /Release 0\.9\.0 must contain \/v\/0\.9\.0\/components\.js/,
    ],
    [
      'no list of hashes',
      () => rm(join(folder, '0.9.0', 'integrity.json')),
      /integrity\.json is missing: copy all files/,
    ],
  ])('%s stops the build', async (_, change, message) => {
    await publish('0.9.0');
    await change();
    await expect(readEarlierReleases(folder, '1.0.0')).rejects.toThrow(message);
  });
});
