// Files of earlier releases: pages that loaded one of them, or that name its version, still request its files (ADR 49).
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A page that loaded an earlier release loads its chunks from there. */
const KEPT_RELEASES = 3;

/** As in HTML. @param {Buffer} bytes */
export const getIntegrity = (bytes) => `sha384-${createHash('sha384').update(bytes).digest('base64')}`;

/**
 * Reads the newest earlier releases. Each must be complete and as it was built, by its own `integrity.json`.
 * @param {string} folder - has a folder `{version}` for each release, with the files of `v/{version}` of its published package.
 *   It may be absent.
 * @param {string} version - of this release.
 * @returns {Promise<Map<string, Buffer>>} bytes by path: `v/0.1.0/core-1a2b3c4d.js`.
 */
export async function readEarlierReleases(folder, version) {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  if (!existsSync(folder)) return files;
  const earlier = (await readdir(folder))
    .filter((name) => /^\d+\.\d+\.\d+$/.test(name) && name !== version)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .slice(0, KEPT_RELEASES);
  for (const release of earlier) {
    const list = join(folder, release, 'integrity.json');
    if (!existsSync(list)) throw new Error(`${list} is missing: copy all files of release ${release}.`);
    /** @type {Record<string, string>} */
    const listed = JSON.parse(await readFile(list, 'utf8')).files;
    const present = await readdir(join(folder, release));
    const missing = Object.keys(listed).filter((path) => !present.includes(path.slice(`/v/${release}/`.length)));
    if (missing.length > 0) throw new Error(`Release ${release} must contain ${missing.join(', ')}.`);
    for (const name of present) {
      const bytes = await readFile(join(folder, release, name));
      const path = `v/${release}/${name}`;
      if (name !== 'integrity.json' && listed[`/${path}`] !== getIntegrity(bytes))
        throw new Error(`${join(folder, release, name)} is not the file of release ${release}.`);
      files.set(path, bytes);
    }
  }
  return files;
}
