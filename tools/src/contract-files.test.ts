import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toContractFiles } from '../contract-files.mjs';

const FOLDER = fileURLToPath(new URL('../../e2e/system/contract/', import.meta.url));
const to = (name: string) => `system/contract/${name}.test.ts`;

describe('the contract files that `npm run test:affected` runs', () => {
  it('a change of a service runs the files of its rules, each once', () => {
    expect(toContractFiles(['apps/matcher-svc/src/engine/rank/profile.ts'])).toEqual([
      to('match-caching'),
      to('matches'),
    ]);
    expect(toContractFiles(['apps/analysis-svc/src/app.ts', 'apps/funnel-svc/src/app.ts'])).toEqual(
      ['funnel', 'keys', 'versions', 'analyses', 'bodies'].map(to),
    );
  });

  it('a change of what every route goes through runs all of them', () => {
    for (const path of ['apps/gateway/src/resources/v1/matches.ts', 'libs/proto/proto/svc/catalog/v1/feed.proto']) {
      expect(toContractFiles(['docs/contract.md', path])).toEqual(['system/contract/']);
    }
  });

  it('tests, pages, screens and documents run none', () => {
    const paths = [
      'apps/gateway/src/app.test.ts',
      'docs/contract.md',
      'apps/dashboard/src/app/app.tsx',
      'CHANGELOG.md',
    ];
    expect(toContractFiles(paths)).toEqual([]);
  });

  it('each file exists', () => {
    const services = ['funnel-svc', 'analysis-svc', 'matcher-svc', 'catalog-sync'];
    const files = toContractFiles(services.map((service) => `apps/${service}/src/app.ts`));
    const existing = readdirSync(FOLDER).map((name) => `system/contract/${name}`);
    expect(existing).toEqual(expect.arrayContaining(files));
  });
});
