import { join } from 'node:path';
import { run } from './run.ts';

/** Builds images without a daemon, and keeps everything in one folder. */
export interface Buildah {
  /** @returns the id of the image, which is the digest of its configuration */
  build(options: {
    context: string;
    file: string;
    tag: string;
    service: string;
    labels: Record<string, string>;
    time: number;
  }): Promise<string>;
}

/**
 * @param folder - where images are stored; undefined: where buildah and podman look for them by default
 * @throws Error when buildah is not installed
 */
export async function createBuildah(folder?: string): Promise<Buildah> {
  const storage = folder === undefined ? [] : ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const driver = await chooseDriver(storage);
  const buildah = (...parameters: string[]) => run('buildah', [...driver, ...storage, ...parameters]);
  return {
    async build({ context, file, tag, service, labels, time }) {
      const output = await buildah(
        ...['build', '--quiet', '--isolation', 'chroot', '--layers', '--timestamp', String(time), '--format', 'oci'],
        ...['--build-arg', `SERVICE=${service}`, '--file', file, '--tag', tag],
        ...Object.entries(labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
        context,
      );
      return output.trim();
    },
  };
}

/** Layers as overlays, which are fast; copies where the system or the default configuration has no overlays. */
async function chooseDriver(storage: readonly string[]): Promise<string[]> {
  if (storage.length === 0) return [];
  const overlay = ['--storage-driver', 'overlay'];
  const works = await run('buildah', [...overlay, ...storage, 'info']).then(
    () => true,
    (error: Error) => {
      if (error.message.includes('not installed')) throw new Error('buildah is not installed: apt-get install buildah');
      return false;
    },
  );
  return works ? overlay : ['--storage-driver', 'vfs'];
}
