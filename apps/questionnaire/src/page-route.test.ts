import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inLocale, nearestLocale, readRoute, resultPath } from './page-route.js';

describe('addresses of a funnel’s host', () => {
  it.each(['/', '', '/r', '/r/', '/r/a/b', '/x'])('%j shows the questions', (path) =>
    expect(readRoute(path)).toEqual({ view: 'quiz' }),
  );

  it('a result’s address leads back to its id', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/), (id) => {
        expect(readRoute(resultPath(id))).toEqual({ view: 'result', analysisId: id });
      }),
    );
    expect(readRoute('/r/%E0%A4%A')).toEqual({ view: 'result', analysisId: '%E0%A4%A' });
  });

  it('another language keeps the rest of the address', () => {
    expect(inLocale('http://b.localhost:1/?a=1&locale=en&source=x', 'de-AT')).toBe(
      'http://b.localhost:1/?a=1&locale=de-AT&source=x',
    );
  });

  it.each([
    ['de', 'de'],
    ['DE-at', 'de'],
    ['en-US', 'en-GB'],
    ['fr', undefined],
    ['', undefined],
  ])('%s comes nearest to %s', (wanted, nearest) => expect(nearestLocale(wanted, ['en-GB', 'de'])).toBe(nearest));
});
