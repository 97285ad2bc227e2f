import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildStep, rows, singleSelection } from '../funnel/steps.testing.js';
import { steps as randomSteps } from './arbitraries.testing.js';
import { ENUM_FIELD_NAMES } from './enums.js';
import { readAnswers } from './read-answers.js';
import { listIgnoredFieldWarnings, separateUnknownFields } from './warn-about-unknown-fields.js';

const read = (body: Record<string, unknown>, steps = [buildStep(1, 'HAIR_COLOR', { required: false })]) =>
  readAnswers(body, steps);

describe('missing and unexpected answers (docs/contract.md C9.9)', () => {
  it('warns about each missing scalar answer in the words of the contract', () => {
    const types = ['HAIR_COLOR', 'EYE_COLOR', 'SKIN_COLOR', 'SKIN_UNDERTONE', 'AGE'] as const;
    expect(
      readAnswers(
        {},
        types.map((type, id) => buildStep(id, type)),
      ).warnings,
    ).toEqual([
      'hairColor is missing although the funnel has a HAIR_COLOR step.',
      'eyeColor is missing although the funnel has an EYE_COLOR step.',
      'skinColor is missing although the funnel has a SKIN_COLOR step.',
      'skinUndertone is missing although the funnel has a SKIN_UNDERTONE step.',
      'ageRange is missing although the funnel has an AGE step.',
    ]);
  });

  it('names a custom step without an answer by id, title and key', () => {
    const { warnings } = readAnswers({}, [
      singleSelection(12, ['a'], { key: 'skin_concern', title: { default: 'Your skin' } }),
    ]);
    expect(warnings).toEqual([expect.stringMatching(/step 12 "Your skin" \(skin_concern\).*missing/)]);
  });

  it('misses EMAIL only when all contact fields are missing, SELFIE never (docs/management.md "Steps")', () => {
    const steps = [buildStep(1, 'EMAIL'), buildStep(2, 'SELFIE')];
    expect(readAnswers({}, steps).warnings).toEqual([
      'firstName, lastName and email are missing although the funnel has an EMAIL step.',
    ]);
    expect(readAnswers({ lastName: 'L' }, steps).warnings).toEqual([]);
  });

  it('does not call missing what was sent and dropped: one problem, one warning', () => {
    const steps = [buildStep(1, 'EMAIL'), buildStep(2, 'AGE'), singleSelection(3, ['a'])];
    const { warnings } = readAnswers({ email: 5, ageRange: 'OLD', selectionValues: rows([3, 'x']) }, steps);
    expect(warnings).toHaveLength(3);
    expect(warnings.filter((warning) => warning.includes('missing'))).toEqual([]);
  });

  it('does not warn about a step that is not required, nor about a hidden one (docs/matching.md M6.5)', () => {
    const steps = [buildStep(1, 'AGE', { required: false }), singleSelection(2, ['a'], { showWhen: { any: [] } })];
    expect(readAnswers({}, steps).warnings).toEqual([]);
  });

  it('stores the answer to a hidden step, with a warning (docs/matching.md M6.4)', () => {
    const hidden = { showWhen: { any: [] } };
    const steps = [buildStep(1, 'AGE', hidden), singleSelection(2, ['a'], hidden), buildStep(3, 'EMAIL', hidden)];
    const body = { ageRange: 'ABOVE_70', selectionValues: rows([2, 'a']), email: 'ada@example.com' };
    const { answers, contact, warnings } = readAnswers(body, steps);
    expect({ ...answers, ...contact }).toEqual(body);
    expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(['ageRange', 'selectionValues', 'email']);
    expect(warnings.every((warning) => warning.includes('showWhen'))).toBe(true);
  });

  it('stores a scalar answer that no step asks for, with a warning (C9.6; docs/matching.md M6.4)', () => {
    const { answers, contact, warnings } = readAnswers(
      { hairColor: 'RED', email: 'ada@example.com', firstName: 'Ada' },
      [],
    );
    expect({ ...answers, ...contact }).toEqual({
      hairColor: 'RED',
      selectionValues: [],
      email: 'ada@example.com',
      firstName: 'Ada',
    });
    expect(warnings).toEqual([
      'hairColor was sent although the funnel has no HAIR_COLOR step; stored but not used.',
      'firstName and email were sent although the funnel has no EMAIL step; stored but not used.',
    ]);
  });

  it('says that the selfie of a visitor under 16 is not analyzed (C8.8)', () => {
    const steps = [buildStep(1, 'AGE'), buildStep(2, 'SELFIE')];
    const body = { ageRange: 'under_16', selfie: 'data:image/png;base64,AAAA' };
    expect(readAnswers(body, steps).warnings).toEqual([expect.stringMatching(/selfie.*UNDER_16/)]);
    expect(readAnswers({ ...body, selfie: '' }, steps).warnings).toEqual([]);
  });

  describe('selfieRefusal: whether the picture may be looked at', () => {
    const steps = [buildStep(1, 'AGE', { required: false }), buildStep(2, 'SELFIE')];
    const selfie = 'data:image/png;base64,AAAA';
    const refused = (body: Record<string, unknown>, requireSelfieConsent = false, asked = steps) => {
      const { selfieRefusal, warnings } = readAnswers({ selfie, ...body }, asked, { requireSelfieConsent });
      return [selfieRefusal, ...warnings];
    };

    it('nothing speaks against it, or there is none: null, without a warning', () => {
      expect(refused({})).toEqual([null]);
      expect(refused({ selfieConsent: true }, true)).toEqual([null]);
      expect(refused({ selfie: null, ageRange: 'UNDER_16', selfieConsent: false }, true)).toEqual([null]);
    });

    it('under 16 never, whatever was agreed to and wherever the age was asked', () => {
      const answers = { ageRange: 'UNDER_16', selfieConsent: true };
      const warning = 'selfie was not analyzed because ageRange is UNDER_16.';
      expect(refused(answers, true)).toEqual(['NOT_ANALYSED_UNDER_16', warning]);
      const hiddenAge = [buildStep(1, 'AGE', { showWhen: { any: [] } }), buildStep(2, 'SELFIE')];
      expect(refused(answers, false, hiddenAge)[0]).toBe('NOT_ANALYSED_UNDER_16');
    });

    it('a company that requires consent needs it to be true; a visitor who said no is believed everywhere', () => {
      const required = [
        'NO_CONSENT',
        'selfie was not analyzed because the company requires consent: send selfieConsent true once the visitor has agreed.',
      ];
      expect(refused({}, true)).toEqual(required);
      expect(refused({ selfieConsent: 'yes' }, true)).toContain(required[1]);
      const noConsent = ['NO_CONSENT', 'selfie was not analyzed because selfieConsent is false.'];
      expect(refused({ selfieConsent: false }, true)).toEqual(noConsent);
      expect(refused({ selfieConsent: false })).toEqual(noConsent);
    });

    it('a picture that no visible step asks for is not looked at; its warning is that of every such answer', () => {
      expect(refused({}, false, [])).toEqual(['NOT_ASKED_FOR', expect.stringMatching(/no SELFIE step; not asked for/)]);
      const hidden = [buildStep(2, 'SELFIE', { showWhen: { any: [] } })];
      expect(refused({}, false, hidden)[0]).toBe('NOT_ASKED_FOR');
    });
  });
});

describe('unknown fields (docs/contract.md C9.7)', () => {
  it('warns about each by name', () => {
    expect(read({ haircolor: 'RED', toString: 1 }).warnings).toEqual([
      'haircolor is not a known field and was ignored.',
      'toString is not a known field and was ignored.',
    ]);
  });

  it('does not warn about one that is null, which is the same as missing', () => {
    expect(read({ haircolor: null, id: null }).warnings).toEqual([]);
  });

  it('knows funnelId and createdWithVersionId on v1 only (C8.11)', () => {
    const body = { funnelId: 'f', createdWithVersionId: 'v' };
    expect(readAnswers(body, []).warnings).toEqual([]);
    expect(readAnswers(body, [], { route: 'legacy' }).warnings).toHaveLength(2);
  });

  it('counts further ones after twenty, so that a hostile body does not get a hostile answer', () => {
    const body = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}`, 1]));
    const { warnings } = read(body);
    expect(warnings).toHaveLength(21);
    expect(warnings.at(-1)).toBe('… and 4980 more fields are not known and were ignored.');
  });

  it('separated from a body they give the same warnings, and what is left gives none', () => {
    const names = fc.constantFrom(
      ...ENUM_FIELD_NAMES,
      'funnelId',
      'email',
      'hairColour',
      'toString',
      'a b',
      'x'.repeat(65),
    );
    const route = fc.constantFrom('v1' as const, 'legacy' as const);
    fc.assert(
      fc.property(fc.dictionary(names, fc.constantFrom(null, 1, 'x')), route, (body, route) => {
        const { known, ignored = {} } = separateUnknownFields(body, route);
        expect({ ...known, ...ignored }).toEqual(body);
        const [whole, rest] = [body, known].map((given) => readAnswers(given, [], { route }).warnings);
        expect([...rest!, ...listIgnoredFieldWarnings(ignored)]).toEqual(whole);
      }),
    );
  });

  it('does not repeat a name that is long or could itself be personal', () => {
    const names = ['x'.repeat(65), 'ada@example.com', '+49 170 1234567', 'a\nb', '<img src=x>'];
    const { warnings } = read(Object.fromEntries(names.map((name) => [name, 1])));
    expect(warnings).toEqual([expect.stringMatching(/^5 fields with a name too long or unusual/)]);
  });
});

describe('any submission', () => {
  it('is read without an error and without repeating anything that was submitted (C9.6, C9.9)', () => {
    const secret = fc.string({ minLength: 1, maxLength: 20 }).map((text) => `§${text}§`);
    const value = fc.oneof(secret, fc.constant(null), fc.integer(), fc.array(secret), fc.dictionary(secret, secret));
    const row = fc.record({
      stepId: fc.oneof(fc.integer({ min: 1, max: 8 }), secret),
      selectedKey: fc.oneof(secret, fc.integer()),
    });
    const body = fc.record(
      {
        ...Object.fromEntries(
          [
            ...ENUM_FIELD_NAMES,
            'firstName',
            'lastName',
            'email',
            'selfie',
            'source',
            'startedAt',
            'queryString',
            'selfieSource',
          ].map((field) => [field, value]),
        ),
        selectionValues: fc.oneof(fc.array(row, { maxLength: 5 }), value),
        other: fc.dictionary(secret, value),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(body, randomSteps, (given, steps) => {
        const { other, ...known } = given as Record<string, unknown>;
        const { warnings } = readAnswers({ ...known, ...(other as object) }, steps);
        expect(warnings.filter((warning) => warning.includes('§'))).toEqual([]);
        expect(new Set(warnings).size).toBe(warnings.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads its own result again unchanged: reading is idempotent', () => {
    fc.assert(
      fc.property(
        randomSteps,
        fc.array(
          fc.record({ stepId: fc.integer({ min: 1, max: 8 }), selectedKey: fc.constantFrom('a', 'B', 'Light') }),
        ),
        (steps, sent) => {
          const { answers } = readAnswers({ selectionValues: sent, hairColor: 'red' }, steps);
          expect(readAnswers({ ...answers }, steps).answers).toEqual(answers);
        },
      ),
    );
  });
});
