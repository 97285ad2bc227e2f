import { describe, expect, it } from 'vitest';
import { concernsContract } from '../concerns-contract.mjs';

describe('whether `npm run test:affected` runs the tests of the contract', () => {
  it.each([
    'apps/gateway/src/resources/v1/matches.ts',
    'apps/funnel-svc/src/app.ts',
    'apps/analysis-svc/src/app.ts',
    'apps/matcher-svc/src/engine/rank/profile.ts',
    'apps/catalog-sync/src/app.ts',
    'libs/domain/src/index.ts',
    'libs/kit/src/index.ts',
    'libs/proto/proto/svc/catalog/v1/feed.proto',
  ])('a change of %s, which the routes go through, does', (path) => {
    expect(concernsContract(['docs/contract.md', path])).toBe(true);
  });

  it('tests, pages, screens, documents and services behind no v1 route do not', () => {
    const paths = [
      'apps/gateway/src/app.test.ts',
      'apps/gateway/package.json',
      'apps/dashboard/src/app/app.tsx',
      'apps/chat-svc/src/app.ts',
      'docs/contract.md',
      'CHANGELOG.md',
    ];
    expect(concernsContract(paths)).toBe(false);
  });
});
