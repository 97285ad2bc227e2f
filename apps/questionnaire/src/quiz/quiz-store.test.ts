import { answersInForce, type FunnelPage } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { buildPage, createStorage, step } from '../testing/page.testing.js';
import { QuizStore } from './quiz-store.js';
import { indexPage } from './shown-steps.js';

const GOAL = step(1, 'SINGLE_SELECTION', ['Look', 'care']);
const CONCERNS = step(2, 'MULTI_SELECTION', ['dry', 'oily', 'red'], {
  required: false,
  settings: { maxSelections: 2 },
});
const HAIR = step(3, 'HAIR_COLOR', ['RED', 'BLACK'], { showWhen: { not: { step: 1, in: ['care'] } } });
const AGE = step(4, 'AGE', ['UNDER_16', 'ABOVE_70']);
const SELFIE = step(5, 'SELFIE', [], { required: false });
const EMAIL = step(6, 'EMAIL', [], { required: false });
const STEPS = [GOAL, CONCERNS, HAIR, AGE, SELFIE, EMAIL];

const PICTURE = { dataUrl: 'data:image/jpeg;base64,AQID', source: 'CAMERA' } as const;
const NOWHERE = { source: null, queryString: null };

/** A visitor whose tab keeps `entries`. */
function visit(page: FunnelPage = buildPage(STEPS), entries = new Map<string, string>(), landing = NOWHERE) {
  let keys = 0;
  const deps = {
    storage: createStorage(entries),
    now: () => new Date('2026-11-21T10:00:00Z'),
    newKey: () => {
      keys += 1;
      return `key-${keys}`;
    },
  };
  const reload = (other = page, from = NOWHERE) => new QuizStore(other, from, { ...deps, newKey: () => 'key-later' });
  return { store: new QuizStore(page, landing, deps), entries, reload };
}

const getBody = (store: QuizStore) => JSON.parse((store.prepare() as { body: string }).body);
const getIdempotencyKey = (store: QuizStore) => (store.prepare() as { idempotencyKey: string }).idempotencyKey;

describe('steps of a visit (docs/matching.md M3.2, M6.5: the same conditions as on the server)', () => {
  it('begins at the first step; progress counts the steps that are shown', () => {
    const { store } = visit();
    expect([store.current?.id, store.place, store.note]).toEqual([1, { index: 0, count: 6 }, null]);
    store.choose(GOAL, ['care']);
    expect(store.shown.map(({ id }) => id)).toEqual([1, 2, 4, 5, 6]);
    expect(store.place).toEqual({ index: 0, count: 5 });
  });

  it('answers of a hidden step are kept for coming back, and not sent', () => {
    const { store } = visit();
    store.choose(GOAL, ['Look']);
    store.choose(HAIR, ['RED']);
    store.choose(GOAL, ['care']);
    expect(getBody(store)).not.toHaveProperty('hairColor');
    store.choose(GOAL, ['Look']);
    expect([store.chosen(HAIR), getBody(store).hairColor]).toEqual([['RED'], 'RED']);
  });

  it('what is sent is what the server would use of it: nothing is warned about', () => {
    const { store } = visit();
    store.choose(GOAL, ['Look']);
    store.choose(CONCERNS, ['red', 'dry']);
    store.choose(HAIR, ['BLACK']);
    store.choose(AGE, ['ABOVE_70']);
    const { selectionValues, hairColor, ageRange } = getBody(store);
    const sent = { selectionValues, hairColor, ageRange };
    expect(sent).toEqual({
      selectionValues: [
        { stepId: 1, selectedKey: 'look' },
        { stepId: 2, selectedKey: 'dry' },
        { stepId: 2, selectedKey: 'red' },
      ],
      hairColor: 'BLACK',
      ageRange: 'ABOVE_70',
    });
    expect(answersInForce(sent, indexPage(store.page))).toEqual(sent);
  });

  it('a funnel without steps has nothing to ask', () => {
    const { store } = visit(buildPage([]));
    expect([store.current, store.next, store.place, store.unfinished]).toEqual([
      undefined,
      undefined,
      { index: 0, count: 0 },
      undefined,
    ]);
  });
});

describe('a picture', () => {
  it('is sent with consent only, with its origin and the version of the text', () => {
    const { store } = visit();
    store.setSelfie(PICTURE);
    expect(getBody(store)).not.toHaveProperty('selfie');
    store.setSelfieConsent(true);
    expect(getBody(store)).toMatchObject({
      selfie: PICTURE.dataUrl,
      selfieSource: 'CAMERA',
      selfieConsent: true,
      selfieConsentVersion: expect.stringMatching(/^page-/),
    });
  });

  it('has the version that the merchant gave, and none where the merchant’s text has none', () => {
    for (const [settings, version] of [
      [{ consentText: 'Ours', consentVersion: '7' }, '7'],
      [{ consentText: 'Ours', consentVersion: null }, undefined],
    ] as const) {
      const { store } = visit(buildPage([{ ...SELFIE, settings: { ...SELFIE.settings, ...settings } }]));
      store.setSelfieConsent(true);
      store.setSelfie(PICTURE);
      expect(getBody(store).selfieConsentVersion).toBe(version);
    }
  });

  it('of anyone under 16 is not sent (docs/reliability.md R10.5)', () => {
    const { store } = visit();
    store.setSelfieConsent(true);
    store.setSelfie(PICTURE);
    store.choose(AGE, ['UNDER_16']);
    expect(store.isChild).toBe(true);
    expect(Object.keys(getBody(store)).filter((field) => field.startsWith('selfie'))).toEqual([]);
  });

  it('is never stored: after a reload the page says so and shows its step', () => {
    const { store, entries, reload } = visit();
    store.choose(GOAL, ['Look']);
    store.choose(HAIR, ['RED']);
    store.choose(AGE, ['ABOVE_70']);
    store.setSelfieConsent(true);
    store.setSelfie(PICTURE);
    store.show(EMAIL);
    expect([...entries.values()].join()).not.toContain('AQID');
    const later = reload();
    expect([later.note, later.current?.id, later.selfie]).toEqual(['picture-gone', 5, null]);
    later.show(EMAIL);
    expect([reload().note, reload().current?.id]).toEqual(['resumed', 6]);
  });
});

describe('contact', () => {
  it('is trimmed; fields that the step does not ask for are not sent', () => {
    const { store } = visit();
    store.setContact('email', ' ada@example.com ');
    store.setContact('lastName', 'Lovelace');
    expect(getBody(store).email).toBe('ada@example.com');
    expect(getBody(store)).not.toHaveProperty('lastName');
  });

  it('is not sent without the consent that the step asks for', () => {
    const { store } = visit(buildPage([{ ...EMAIL, settings: { ...EMAIL.settings, consentText: 'Newsletter' } }]));
    store.setContact('email', 'ada@example.com');
    expect(getBody(store)).not.toHaveProperty('email');
    store.setContactConsent(true);
    expect(getBody(store).email).toBe('ada@example.com');
  });

  it('skipping a step removes its answer', () => {
    const { store } = visit();
    store.setContact('email', 'ada@');
    store.clear(EMAIL);
    expect([store.answers.contact, store.problems(EMAIL)]).toEqual([{}, []]);
  });
});

describe('reloading', () => {
  it('continues where the visitor was, with every answer', () => {
    const { store, reload } = visit();
    store.choose(GOAL, ['care']);
    store.show(AGE);
    const later = reload();
    expect([later.current?.id, later.chosen(GOAL), later.note, later.startedAt]).toEqual([
      4,
      ['care'],
      'resumed',
      '2026-11-21T10:00:00.000Z',
    ]);
  });

  it('on purpose (another language) shows no welcome', () => {
    const { store, reload } = visit();
    store.choose(GOAL, ['care']);
    store.expectReload();
    expect(reload().note).toBeNull();
    expect(reload().chosen(GOAL)).toEqual(['care']);
  });

  it('brings answers to a changed version, and asks first for what got lost (docs/contract.md C16.5)', () => {
    const { store, reload } = visit();
    store.choose(GOAL, ['Look']);
    store.choose(CONCERNS, ['dry', 'red']);
    store.choose(HAIR, ['RED']);
    store.show(AGE);
    const changed = buildPage(
      [
        step(1, 'SINGLE_SELECTION', ['new', 'LOOK']),
        step(9, 'HAIR_COLOR', ['RED']),
        step(8, 'SINGLE_SELECTION', ['x']),
        AGE,
      ],
      {
        version: { id: 'v2', number: 2 },
      },
    );
    const later = reload(changed);
    expect(later.note).toBe('changed');
    expect(changed.steps.map((each) => later.chosen(each))).toEqual([['LOOK'], ['RED'], [], []]);
    expect(later.current?.id).toBe(8);
  });

  it('keeps where the visitor came from; later values win', () => {
    const { store, reload } = visit(buildPage(STEPS), new Map(), { source: 'mail', queryString: 'utm=1' } as never);
    store.choose(GOAL, ['care']);
    expect(getBody(reload())).toMatchObject({ source: 'mail', queryString: 'utm=1' });
    expect(getBody(reload(undefined, { source: 'shop', queryString: null } as never))).toMatchObject({
      source: 'shop',
      queryString: 'utm=1',
    });
  });

  it.each(['', '{', '[]', '{"format":2}', '{"format":1,"versionId":"v1","answers":7,"stepId":"x","landing":null}'])(
    'with %j in the storage begins without answers',
    (content) => {
      const { store } = visit(buildPage(STEPS), new Map([['svc:visit:f1', content]]));
      expect([store.current?.id, store.answers.matching, store.answers.contact]).toEqual([
        1,
        { selectionValues: [] },
        {},
      ]);
    },
  );

  it('previews are apart from what shoppers do', () => {
    const { store, entries } = visit();
    store.choose(GOAL, ['care']);
    expect(visit(buildPage(STEPS, { isPreview: true }), entries).store.chosen(GOAL)).toEqual([]);
  });
});

describe('the Idempotency-Key (docs/contract.md C10)', () => {
  it('is made once for a set of answers and kept over retries and reloads', () => {
    const { store, reload } = visit();
    store.choose(GOAL, ['care']);
    const key = getIdempotencyKey(store);
    expect([getIdempotencyKey(store), getIdempotencyKey(reload())]).toEqual([key, key]);
  });

  it('is another one for other answers', () => {
    const { store } = visit();
    store.choose(GOAL, ['care']);
    const key = getIdempotencyKey(store);
    store.choose(GOAL, ['Look']);
    expect(getIdempotencyKey(store)).not.toBe(key);
  });

  it('ends with the analysis: the same answers show the same result, other ones become a new analysis', () => {
    const { store, reload } = visit();
    store.choose(GOAL, ['care']);
    const ready = store.prepare() as { fingerprint: string };
    store.finish(ready.fingerprint, 'analysis-1');
    expect([store.prepare(), reload().prepare()]).toEqual([{ analysisId: 'analysis-1' }, { analysisId: 'analysis-1' }]);
    store.choose(GOAL, ['Look']);
    expect(store.prepare()).toHaveProperty('body');
  });

  it('starting again forgets answers, result and place, and keeps where the visitor came from', () => {
    const { store, reload } = visit(buildPage(STEPS), new Map(), { source: 'mail', queryString: null } as never);
    store.choose(GOAL, ['care']);
    store.finish((store.prepare() as { fingerprint: string }).fingerprint, 'analysis-1');
    store.restart();
    expect([store.analysisId, store.startedAt, store.current?.id, store.chosen(GOAL)]).toEqual([null, null, 1, []]);
    expect(getBody(store)).toEqual({ selectionValues: [], source: 'mail' });
    expect(reload().analysisId).toBeNull();
  });
});
