import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../processes.js';
import { temporaryDirectory } from '../system-directory.js';

/** Images that `npm run deploy:images` has built into a folder of their own. */
export interface ImageStore {
  /** Id of each image by the name of its program. */
  ids: Map<string, string>;
  /** @returns the root file system of the image. */
  mount(name: string): string;
  /** Sizes in MB (10^6 bytes), as its row in `deploy/services.ts` bounds them. */
  measure(name: string): { unpacked: number; compressed: number };
  remove(): void;
}

/** Builds the images of all programs. */
export function buildImageStore(): ImageStore {
  const folder = temporaryDirectory();
  const storage = join(folder, 'images');
  const execute = (command: string, ...parameters: string[]): string =>
    execFileSync(command, parameters, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const built = execute(process.execPath, 'deploy/images.ts', '--storage', storage);
  const ids = new Map(
    [...built.matchAll(/^localhost\/(\S+):\S+ {2}(\w+)$/gm)].map(([, name = '', id = '']) => [name, id]),
  );
  const tags = new Map([...built.matchAll(/^(localhost\/(\S+):\S+) /gm)].map(([, tag = '', name = '']) => [name, tag]));

  const places = ['--root', join(storage, 'storage'), '--runroot', join(storage, 'run')];
  const driver = readdirSync(join(storage, 'storage')).includes('overlay') ? 'overlay' : 'vfs';
  const buildah = (...parameters: string[]) =>
    execute('buildah', '--storage-driver', driver, ...places, ...parameters).trim();
  const mounted = new Map<string, string>();
  const mount = (name: string): string => {
    const path = mounted.get(name) ?? buildah('mount', buildah('from', '--pull-never', tags.get(name) ?? name));
    mounted.set(name, path);
    return path;
  };
  return {
    ids,
    mount,
    measure(name) {
      const target = join(folder, 'pushed', name);
      mkdirSync(target, { recursive: true });
      buildah('push', '--quiet', tags.get(name) ?? name, `oci:${target}:latest`);
      const blobs = join(target, 'blobs/sha256');
      const compressed = readdirSync(blobs).reduce((sum, blob) => sum + statSync(join(blobs, blob)).size, 0);
      const [unpacked] = execute('du', '--summarize', '--bytes', '--one-file-system', mount(name)).split('\t');
      return { unpacked: Number(unpacked) / 1e6, compressed: compressed / 1e6 };
    },
    remove() {
      buildah('rm', '--all');
    },
  };
}
