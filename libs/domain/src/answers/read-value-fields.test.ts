import { describe, expect, it } from 'vitest';
import { buildStep } from '../funnel/steps.testing.js';
import { MAX_QUERY_STRING_LENGTH, MAX_TEXT_LENGTH } from '../limits.js';
import { readAnswers } from './read-answers.js';

const read = (body: Record<string, unknown>, steps = [buildStep(1, 'HAIR_COLOR', { required: false })]) =>
  readAnswers(body, steps);

describe('contact and tracking fields (docs/contract.md C8)', () => {
  const emailStep = [buildStep(1, 'EMAIL')];

  it('keeps contact fields apart from the answers that enter matching (C8.1)', () => {
    const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
    expect(readAnswers(body, emailStep)).toEqual({
      answers: { selectionValues: [] },
      contact: body,
      tracking: {},
      selfieRefusal: null,
      warnings: [],
    });
  });

  it(`drops text over ${MAX_TEXT_LENGTH} characters, and a queryString over ${MAX_QUERY_STRING_LENGTH}, with a warning`, () => {
    const at = { source: 's'.repeat(MAX_TEXT_LENGTH), queryString: 'q'.repeat(MAX_QUERY_STRING_LENGTH) };
    expect(read(at)).toMatchObject({ tracking: at, warnings: [] });
    const { tracking, warnings } = read({ source: `${at.source}s`, queryString: `${at.queryString}q` });
    expect(tracking).toEqual({});
    expect(warnings).toHaveLength(2);
  });

  it('drops text that the database cannot hold with a warning, never with a failure', () => {
    const { tracking, warnings } = read({ source: 'a\0b', queryString: '\ud800' });
    expect({ tracking, warnings: warnings.length }).toEqual({ tracking: {}, warnings: 2 });
  });

  it('stores startedAt in UTC, and drops what is no ISO 8601 date-time with a warning', () => {
    expect(read({ startedAt: '2026-11-21T12:30:00+02:00' }).tracking.startedAt).toBe('2026-11-21T10:30:00.000Z');
    for (const startedAt of ['2026-11-21', 'yesterday', 1763719200000, '2026-02-30T00:00:00Z', {}]) {
      expect(read({ startedAt })).toMatchObject({ tracking: {}, warnings: [expect.stringContaining('startedAt')] });
    }
  });

  it('stores selfieSource UPLOADED and CAMERA in upper case, another string as given with a warning (C8.9)', () => {
    expect(read({ selfieSource: 'camera' })).toMatchObject({ tracking: { selfieSource: 'CAMERA' }, warnings: [] });
    const other = read({ selfieSource: 'Mirror' });
    expect(other.tracking.selfieSource).toBe('Mirror');
    expect(other.warnings).toEqual([expect.stringContaining('selfieSource')]);
  });

  it('records the consent to a selfie analysis and the version of its text (C8.9)', () => {
    const body = { selfieConsent: true, selfieConsentVersion: '2026-11' };
    expect(read(body)).toMatchObject({ tracking: body, warnings: [] });
    expect(read({ selfieConsent: 'yes' })).toMatchObject({
      tracking: {},
      warnings: [expect.stringContaining('selfieConsent')],
    });
    expect(read({ selfieConsentVersion: 'v'.repeat(64) }).warnings).toEqual([]);
    expect(read({ selfieConsentVersion: 'v'.repeat(65) })).toMatchObject({
      tracking: {},
      warnings: ['selfieConsentVersion is longer than 64 characters and was dropped.'],
    });
  });
});
