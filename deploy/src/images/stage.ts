import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Imaged } from '../../services.ts';
import { findPackage } from './trace-files.ts';

/** The files of one image, by path from the root of the repository. */
export interface ImageFiles {
  readonly name: Imaged['name'];
  /** Of its package. */
  readonly folder: string;
  readonly files: readonly string[];
  /** Takes part in what is common: the command line has less in common with them than they have with each other. */
  readonly isProgram: boolean;
}

/**
 * Makes the context that the images are built from: `base`, `common` (modules that all programs contain), and for each image its own
 * modules and itself. Programs keep the layout of the repository, by which bundles find what is outside of them (ADR 48).
 */
export function stageContext(
  root: string,
  context: string,
  options: { base: string; images: readonly ImageFiles[] },
): void {
  const { base, images } = options;
  rmSync(context, { recursive: true, force: true });
  mkdirSync(context, { recursive: true });
  // Links instead of copies where the system can: the base is 130 MB.
  cpSync(base, join(context, 'base'), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
  // Copies of folders do not keep their modes. Engines give a new volume for /tmp that of the image.
  chmodSync(join(context, 'base/tmp'), 0o1777);
  const [first, ...others] = images.filter(({ isProgram }) => isProgram).map(({ files }) => new Set(files));
  const common = [...(first ?? [])].filter((file) => others.every((files) => files.has(file)));
  const isCommon = new Set(common);
  copyFiles(root, join(context, 'common'), common);
  copyFileSync(join(root, 'deploy/images/probe.mjs'), join(context, 'common/probe.mjs'));
  for (const { name, folder: ofPackage, files } of images) {
    const own = files.filter((file) => !isCommon.has(file));
    const isProgram = (file: string) => file.startsWith(`${ofPackage}/`);
    const folder = join(context, 'services', name);
    copyFiles(
      root,
      join(folder, 'modules'),
      own.filter((file) => !isProgram(file)),
    );
    copyFiles(root, join(folder, 'program'), own.filter(isProgram));
  }
}

/** Copies files, and links the packages of the workspace where imports look for them. Modes do not depend on those of the checkout. */
function copyFiles(root: string, target: string, files: readonly string[]): void {
  makeFolder(target);
  for (const file of files) {
    const copy = join(target, file);
    makeFolder(dirname(copy));
    copyFileSync(join(root, file), copy);
    chmodSync(copy, (statSync(copy).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
  for (const folder of new Set(files.map((file) => findPackage(root, file)))) {
    if (folder.includes('node_modules/')) continue;
    const { name } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as { name: string };
    const link = join(target, 'node_modules', name);
    makeFolder(dirname(link));
    symlinkSync(relative(dirname(link), join(target, folder)), link);
  }
}

function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
}
