import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { steps as randomSteps } from './arbitraries.testing.js';
import { ENUM_FIELD_NAMES, ENUM_FIELDS, SKIN_COLORS } from './enums.js';
import { MAX_KEY_LENGTH, MAX_QUERY_STRING_LENGTH, MAX_SELECTION_ROWS, MAX_TEXT_LENGTH } from './limits.js';
import { readAnswers } from './read-answers.js';
import { buildSelection, buildStep, multiSelection, rows, singleSelection } from './steps.testing.js';

const read = (body: Record<string, unknown>, steps = [buildStep(1, 'HAIR_COLOR', { required: false })]) =>
  readAnswers(body, steps);

describe('scalar answers (contract, "POST analyses")', () => {
  it('accepts every value of every enum in any letter case and stores it in upper case', () => {
    for (const field of ENUM_FIELD_NAMES) {
      const steps = [buildStep(1, ENUM_FIELDS[field].stepType)];
      for (const value of ENUM_FIELDS[field].values) {
        for (const sent of [value, value.toLowerCase(), value[0] + value.slice(1).toLowerCase()]) {
          const { answers, warnings } = readAnswers({ [field]: sent }, steps);
          expect({ answers, warnings }).toEqual({ answers: { [field]: value, selectionValues: [] }, warnings: [] });
        }
      }
    }
  });

  it('accepts skinColor as an integer 1 to 5, FAIR to DEEP', () => {
    const steps = [buildStep(1, 'SKIN_COLOR')];
    expect([1, 2, 3, 4, 5].map((skinColor) => readAnswers({ skinColor }, steps).answers.skinColor)).toEqual(
      SKIN_COLORS,
    );
  });

  it.each([0, 6, -1, 2.5, Number.MAX_SAFE_INTEGER])('drops skinColor %d with a warning', (skinColor) => {
    const { answers, warnings } = readAnswers({ skinColor }, [buildStep(1, 'SKIN_COLOR')]);
    expect(answers.skinColor).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('skinColor was dropped')]);
  });

  it.each([['PURPLE'], [''], ['RED '], ['ſEX'], [5], [true], [[]], [{}]])(
    'drops hairColor %j with one warning',
    (hairColor) => {
      const { answers, warnings } = readAnswers({ hairColor }, [buildStep(1, 'HAIR_COLOR')]);
      expect(answers).toEqual({ selectionValues: [] });
      expect(warnings).toEqual([expect.stringMatching(/^hairColor .* dropped/)]);
    },
  );

  it('does not take a letter for another one that only upper-cases to it', () => {
    expect(readAnswers({ skinColor: 'faır' }, [buildStep(1, 'SKIN_COLOR')]).answers.skinColor).toBeUndefined();
  });

  it('takes null as missing in every field', () => {
    const fields = [
      'firstName',
      'lastName',
      'email',
      'selfie',
      'selfieSource',
      'selectionValues',
      'startedAt',
      'source',
    ];
    const body = Object.fromEntries([...ENUM_FIELD_NAMES, ...fields, 'queryString'].map((field) => [field, null]));
    expect(read(body)).toEqual({ answers: { selectionValues: [] }, contact: {}, tracking: {}, warnings: [] });
  });

  it('agrees with a slow and obvious twin on random bodies', () => {
    const value = fc.oneof(
      fc.constantFrom('red', 'LIGHT', 'Cool', 'under_16', 'BLUE', null),
      fc.integer({ min: -1, max: 7 }),
      fc.anything(),
    );
    const body = fc.dictionary(fc.constantFrom(...ENUM_FIELD_NAMES), value);
    fc.assert(
      fc.property(body, (given) => {
        const { selectionValues: _, ...scalars } = readAnswers(given, []).answers;
        const expected = ENUM_FIELD_NAMES.flatMap((field) => {
          const sent = given[field];
          const fromNumber =
            field === 'skinColor' && Number.isInteger(sent) ? SKIN_COLORS[(sent as number) - 1] : undefined;
          const fromText = ENUM_FIELDS[field].values.find(
            (known) => typeof sent === 'string' && sent.toUpperCase() === known,
          );
          const found = fromNumber ?? fromText;
          return found ? [[field, found]] : [];
        });
        expect(scalars).toEqual(Object.fromEntries(expected));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('contact and tracking fields (spec, "Analysis answer fields")', () => {
  const emailStep = [buildStep(1, 'EMAIL')];

  it('keeps contact fields apart from the answers that enter matching', () => {
    const body = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
    expect(readAnswers(body, emailStep)).toEqual({
      answers: { selectionValues: [] },
      contact: body,
      tracking: {},
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

  it('stores selfieSource UPLOADED and CAMERA in upper case, another string as given with a warning', () => {
    expect(read({ selfieSource: 'camera' })).toMatchObject({ tracking: { selfieSource: 'CAMERA' }, warnings: [] });
    const other = read({ selfieSource: 'Mirror' });
    expect(other.tracking.selfieSource).toBe('Mirror');
    expect(other.warnings).toEqual([expect.stringContaining('selfieSource')]);
  });

  it('records the consent to a selfie analysis and the version of its text', () => {
    const body = { selfieConsent: true, selfieConsentVersion: '2026-11' };
    expect(read(body)).toMatchObject({ tracking: body, warnings: [] });
    expect(read({ selfieConsent: 'yes' })).toMatchObject({
      tracking: {},
      warnings: [expect.stringContaining('selfieConsent')],
    });
  });
});

describe('selectionValues (spec, "Analysis answer fields"; contract, "POST analyses")', () => {
  const steps = [
    singleSelection(1, ['Dry', 'oily'], { required: false }),
    multiSelection(2, ['A', 'b'], { required: false }),
  ];
  const readRows = (selectionValues: unknown) => readAnswers({ selectionValues }, steps);

  it('matches keys without regard to case and stores them in lower case', () => {
    const read = readRows(rows([1, 'DRY'], [2, 'a'], [2, 'B']));
    expect(read).toMatchObject({ answers: { selectionValues: rows([1, 'dry'], [2, 'a'], [2, 'b']) }, warnings: [] });
  });

  it.each([['text'], [{}], [7], [true]])('drops selectionValues %j, which is no array, with a warning', (given) => {
    const { answers, warnings } = readRows(given);
    expect({ answers, warnings }).toEqual({
      answers: { selectionValues: [] },
      warnings: ['selectionValues is not an array and was dropped.'],
    });
  });

  it.each([
    ['a stepId as a string', { stepId: '1', selectedKey: 'dry' }],
    ['a fractional stepId', { stepId: 1.5, selectedKey: 'dry' }],
    ['a stepId over int4', { stepId: 2 ** 31, selectedKey: 'dry' }],
    ['no stepId', { selectedKey: 'dry' }],
    ['a key that is a number', { stepId: 1, selectedKey: 5 }],
    ['a key over the limit', { stepId: 1, selectedKey: 'x'.repeat(MAX_KEY_LENGTH + 1) }],
    ['a key that cannot be stored', { stepId: 99, selectedKey: 'a\0' }],
    ['a row that is a string', 'dry'],
    ['a row that is an array', [1, 'dry']],
  ])('drops %s with one warning that gives the row', (_, row) => {
    const { answers, warnings } = readRows([{ stepId: 2, selectedKey: 'a' }, row]);
    expect(answers.selectionValues).toEqual(rows([2, 'a']));
    expect(warnings).toEqual([expect.stringMatching(/^selectionValues\[1\] was dropped: /)]);
  });

  it('takes a row without a selectedKey as no answer', () => {
    expect(readRows([{ stepId: 1, selectedKey: null }, { stepId: 2 }, null])).toMatchObject({
      answers: { selectionValues: [] },
      warnings: [],
    });
  });

  it('keeps the first row of a single-selection step that is answered twice, and says so', () => {
    const { answers, warnings } = readRows(rows([1, 'oily'], [1, 'dry']));
    expect(answers.selectionValues).toEqual(rows([1, 'oily']));
    expect(warnings).toEqual([expect.stringContaining('the first was kept')]);
  });

  it('collapses equal rows of a multi-selection step without a word', () => {
    expect(readRows(rows([2, 'a'], [2, 'A']))).toMatchObject({
      answers: { selectionValues: rows([2, 'a']) },
      warnings: [],
    });
  });

  it('renames a key that only formerKeys knows, with a warning that names both', () => {
    const { answers, warnings } = readAnswers({ selectionValues: rows([1, 'Arid']) }, [
      singleSelection(1, [buildSelection('dry', ['arid'])]),
    ]);
    expect(answers.selectionValues).toEqual(rows([1, 'dry']));
    expect(warnings).toEqual([expect.stringMatching(/"arid" is now "dry"/)]);
  });

  it('moves an answer to the step that replaced its own, with a warning', () => {
    const { answers, warnings } = readAnswers({ selectionValues: rows([7, 'dry']) }, [
      singleSelection(1, ['dry'], { formerIds: [7] }),
    ]);
    expect(answers.selectionValues).toEqual(rows([1, 'dry']));
    expect(warnings).toEqual([expect.stringContaining('step 7')]);
  });

  it('drops a wrong option key with a warning that names the step but not the key', () => {
    const { answers, warnings } = readRows(rows([1, 'my secret']));
    expect(answers.selectionValues).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('step 1 "Question 1" (step_1)')]);
    expect(warnings.join()).not.toContain('secret');
  });

  it('stores an answer to a step that the funnel does not have, with a warning (matching, "3. Order")', () => {
    const { answers, warnings } = readRows(rows([99, 'X']));
    expect(answers.selectionValues).toEqual(rows([99, 'x']));
    expect(warnings).toEqual([expect.stringContaining('step 99')]);
  });

  it('drops a row for a built-in step and names the field to use', () => {
    const { answers, warnings } = readAnswers({ selectionValues: rows([1, 'red']) }, [
      buildStep(1, 'HAIR_COLOR', { required: false }),
    ]);
    expect(answers).toEqual({ selectionValues: [] });
    expect(warnings).toEqual([expect.stringContaining('send it as hairColor')]);
  });

  it(`reads at most ${MAX_SELECTION_ROWS} rows and says how many it left out`, () => {
    const { warnings } = readRows(
      Array.from({ length: MAX_SELECTION_ROWS + 1 }, () => ({ stepId: 2, selectedKey: 'a' })),
    );
    expect(warnings).toEqual([expect.stringContaining(`${MAX_SELECTION_ROWS + 1} rows`)]);
  });
});

describe('missing and unexpected answers (contract, "Each warning is one English sentence")', () => {
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

  it('misses EMAIL only when all contact fields are missing, SELFIE never (management, "Step")', () => {
    const steps = [buildStep(1, 'EMAIL'), buildStep(2, 'SELFIE')];
    expect(readAnswers({}, steps).warnings).toEqual([
      'firstName, lastName and email are missing although the funnel has an EMAIL step.',
    ]);
    expect(readAnswers({ lastName: 'L' }, steps).warnings).toEqual([]);
  });

  it('does not warn about a step that is not required, nor about a hidden one', () => {
    const steps = [buildStep(1, 'AGE', { required: false }), singleSelection(2, ['a'], { showWhen: { any: [] } })];
    expect(readAnswers({}, steps).warnings).toEqual([]);
  });

  it('stores the answer to a hidden step, with a warning', () => {
    const hidden = { showWhen: { any: [] } };
    const steps = [buildStep(1, 'AGE', hidden), singleSelection(2, ['a'], hidden), buildStep(3, 'EMAIL', hidden)];
    const body = { ageRange: 'ABOVE_70', selectionValues: rows([2, 'a']), email: 'ada@example.com' };
    const { answers, contact, warnings } = readAnswers(body, steps);
    expect({ ...answers, ...contact }).toEqual(body);
    expect(warnings.map((warning) => warning.split(' ')[0])).toEqual(['ageRange', 'selectionValues', 'email']);
    expect(warnings.every((warning) => warning.includes('showWhen'))).toBe(true);
  });

  it('stores a scalar answer that no step asks for, with a warning', () => {
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
      'hairColor was sent although the funnel has no HAIR_COLOR step; it is stored but not used.',
      'firstName and email were sent although the funnel has no EMAIL step; they are stored but not used.',
    ]);
  });

  it('says that the selfie of a visitor under 16 is not analysed', () => {
    const steps = [buildStep(1, 'AGE'), buildStep(2, 'SELFIE')];
    const body = { ageRange: 'under_16', selfie: 'data:image/png;base64,AAAA' };
    expect(readAnswers(body, steps).warnings).toEqual([expect.stringMatching(/selfie.*UNDER_16/)]);
    expect(readAnswers({ ...body, selfie: '' }, steps).warnings).toEqual([]);
  });
});

describe('unknown fields (contract, "Unknown body fields produce a payload warning")', () => {
  it('warns about each by name', () => {
    expect(read({ haircolor: 'RED', toString: 1 }).warnings).toEqual([
      'haircolor is not a known field and was ignored.',
      'toString is not a known field and was ignored.',
    ]);
  });

  it('knows funnelId and createdWithVersionId on v1 only', () => {
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

  it('does not repeat a name that is long or could itself be personal', () => {
    const names = ['x'.repeat(65), 'ada@example.com', '+49 170 1234567', 'a\nb', '<img src=x>'];
    const { warnings } = read(Object.fromEntries(names.map((name) => [name, 1])));
    expect(warnings).toEqual([expect.stringMatching(/^5 fields with a name too long or unusual/)]);
  });
});

describe('any submission', () => {
  it('is read without an error and without repeating anything that was submitted', () => {
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
