import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isForced, joinLandings, readLanding } from './landing.js';

describe('where the visitor came from', () => {
  it('is the source, and everything in the query that is not meant for the page, as it was', () => {
    expect(
      readLanding('?utm_source=a%20b&locale=de&source=mail&versionId=v&forceStart=true&x&gclid=1&utm_source=c'),
    ).toEqual({
      source: 'mail',
      queryString: 'utm_source=a%20b&x&gclid=1&utm_source=c',
    });
    expect(readLanding('?%6cocale=de&%E0%A4%A=1')).toEqual({ source: null, queryString: '%E0%A4%A=1' });
  });

  it.each(['', '?', '?locale=de', '?source=&locale='])('%j says nothing', (search) =>
    expect(readLanding(search)).toEqual({ source: null, queryString: null }),
  );

  it('what the server would not store is left out', () => {
    expect(readLanding(`?source=${'x'.repeat(1_025)}&${'y'.repeat(8_193)}`)).toEqual({
      source: null,
      queryString: null,
    });
  });

  it('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => readLanding(`?${text}`) !== null));
  });

  it('later values win, part by part', () => {
    const before = { source: 'mail', queryString: 'a=1' };
    expect(joinLandings(before, { source: null, queryString: null })).toEqual(before);
    expect(joinLandings(before, { source: 'shop', queryString: null })).toEqual({ source: 'shop', queryString: 'a=1' });
  });

  it('only forceStart=true starts again', () => {
    expect(['?forceStart=true', '?forceStart=false', '?forceStart', ''].map(isForced)).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
