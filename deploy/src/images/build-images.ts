import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getFolder, type Imaged, TOOLS } from '../../services.ts';
import { createBase } from './base.ts';
import type { Buildah } from './buildah.ts';
import { run } from './run.ts';
import { createSbom } from './sbom.ts';
import { type ImageFiles, stageContext } from './stage.ts';
import { traceFiles } from './trace-files.ts';

export interface BuiltImage {
  readonly name: Imaged['name'];
  readonly tag: string;
  /** Digest of the configuration: the same for the same content. */
  readonly id: string;
}

/** What the labels of the images say. `SOURCE_DATE_EPOCH` and `REVISION` take the place of the commit where there is no checkout. */
export interface Source {
  readonly version: string;
  readonly revision: string;
  /** Of the commit, in seconds. All times in the images are this one, so building twice gives the same digest. */
  readonly time: number;
}

export async function readSource(root: string, env: NodeJS.ProcessEnv): Promise<Source> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const git = async (...parameters: string[]) => (await run('git', ['-C', root, ...parameters])).trim();
  const time = Number(env.SOURCE_DATE_EPOCH ?? (await git('log', '-1', '--format=%ct')));
  if (!Number.isSafeInteger(time) || time < 0) throw new Error('SOURCE_DATE_EPOCH must be a time in seconds.');
  const revision = env.REVISION ?? (await git('describe', '--always', '--abbrev=40', '--dirty', '--exclude=*'));
  return { version, revision, time };
}

/**
 * Builds images, one after the other, and writes the bill of materials of each to `folder`.
 * @param folder - for the context and the bills; what it contains is replaced
 */
export async function buildImages(options: {
  root: string;
  folder: string;
  imaged: readonly Imaged[];
  source: Source;
  buildah: Buildah;
  /** In front of the names of images, for example the address of a registry. */
  prefix: string;
}): Promise<BuiltImage[]> {
  const { root, folder, imaged, source, buildah, prefix } = options;
  const bills = join(folder, 'sbom');
  mkdirSync(bills, { recursive: true });
  const base = await createBase(root, join(root, 'deploy/dist'));
  const traced = await traceFiles(root, imaged);
  const images = imaged.map((one): ImageFiles => {
    const files = traced.get(one.name) ?? [];
    return { name: one.name, folder: getFolder(one), files, isProgram: one.name !== TOOLS.name };
  });
  const context = join(folder, 'context');
  stageContext(root, context, { base: base.folder, images });

  const built: BuiltImage[] = [];
  for (const [index, one] of imaged.entries()) {
    const { name } = one;
    const { files = [] } = images[index] ?? {};
    writeFileSync(join(bills, `${name}.cdx.json`), createSbom(root, one, { files, debian: base.packages }));
    const tag = `${prefix}${name}:${source.version}`;
    const file = join(root, `deploy/images/Containerfile${name === TOOLS.name ? '.tools' : ''}`);
    const labels = createLabels(one, source, process.env.SOURCE_URL);
    built.push({
      name,
      tag,
      id: await buildah.build({ context, file, tag, service: name, labels, time: source.time }),
    });
  }
  return built;
}

/** Labels of the Open Container Initiative. */
function createLabels({ name, does }: Imaged, source: Source, url: string | undefined): Record<string, string> {
  const labels = {
    title: name,
    description: does,
    version: source.version,
    revision: source.revision,
    created: new Date(source.time * 1000).toISOString(),
    licenses: 'LicenseRef-proprietary',
    ...(url && { source: url }),
  };
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [`org.opencontainers.image.${name}`, value]));
}
