import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../support/http.js';
import { packagedFace } from '../../support/packaged-face.js';
import { dataUrl, JPEG } from '../../support/pictures.js';
import { type Launched, launch } from '../../support/processes.js';
import { buildCatalog, builtIn, createQuiz, type Quiz, rule } from '../../support/quiz.js';

const ASKED = ['HAIR_COLOR', 'EYE_COLOR', 'SKIN_COLOR', 'SKIN_UNDERTONE', 'SELFIE', 'AGE'];
const steps = ASKED.map((type, id) => ({ ...builtIn(id + 1, type), required: false }));
/** docs/color-method.md A3.8, example 8: TRUE_AUTUMN. */
const AUTUMN = { hairColor: 'RED', eyeColor: 'BROWN', skinColor: 'LIGHT', skinUndertone: 'WARM' };
/** Example 5: TRUE_SUMMER. */
const SUMMER = { hairColor: 'BROWN', eyeColor: 'GREY', skinColor: 'LIGHT', skinUndertone: 'COOL' };

describe('color analysis over HTTP', () => {
  let system: Launched;
  beforeAll(async () => {
    system = await launch({ DEMO: 'false' });
  });
  afterAll(() => system?.stop());

  const record = async (quiz: Quiz, answers: object) => {
    const { body } = await quiz.create(answers);
    return { warnings: body.payload_warnings, record: (await quiz.call('GET', `/analyses/${body.id}`)).body };
  };

  describe('a company with the four seasons (settings.colorTaxonomy: SEASONS_4)', () => {
    let quiz: Quiz;
    beforeAll(async () => {
      quiz = await createQuiz({ ...system, isWhole: true }, 'four-seasons', {
        steps,
        catalog: buildCatalog({
          spring: ['color_type:SPRING'],
          summer: ['color_type:summer'],
          autumn: ['color_type:AUTUMN'],
          winter: ['color_type:WINTER'],
          warm: ['color_type:SPRING', 'color_type:AUTUMN'],
          silent: [],
          gift: ['kind:gift'],
        }),
        matching: {
          colorType: { mode: 'require', minScore: 0.9 },
          rules: [rule('gifts', { exclude: { tags: ['kind:gift'] } }, { when: { colorType: ['AUTUMN'] } })],
        },
        company: { settings: { colorTaxonomy: 'SEASONS_4' } },
      });
    });

    it('tags and conditions name seasons, and matching follows them', async () => {
      expect((await quiz.match(AUTUMN)).sort()).toEqual(['autumn', 'silent', 'warm']);
      expect((await quiz.match(SUMMER)).sort()).toEqual(['gift', 'silent', 'summer']);
    });

    it('the stored analysis names season, scores of the four, and numbers that they come from', async () => {
      const { color } = (await record(quiz, AUTUMN)).record;
      expect(color).toMatchObject({ taxonomy: 'SEASONS_4', type: 'AUTUMN', mappingVersion: 'seasons-4/1' });
      expect(Object.keys(color.scores).sort()).toEqual(['AUTUMN', 'SPRING', 'SUMMER', 'WINTER']);
    });

    it('the trace of a match cites the season', async () => {
      const { body } = await quiz.create(AUTUMN);
      const explained = await quiz.call('GET', `/analyses/${body.id}/explain?variantId=summer`);
      expect(explained.body).toMatchObject({ colorType: 'AUTUMN', variants: [{ matched: false }] });
      expect(JSON.stringify(explained.body.variants[0].tests)).toContain('color_type:SUMMER');
    });

    it('the funnel check walks four types and none', async () => {
      const { body } = await quiz.call('POST', '/funnels/four-seasons/check', {});
      expect(JSON.stringify(body)).not.toMatch(/LIGHT_SPRING|TRUE_/);
    });

    it('the setting is exported, applying the export changes nothing, and a taxonomy that is none is refused', async () => {
      const exported = await quiz.call('GET', '/blueprint');
      expect(exported.body.settings.colorTaxonomy).toBe('SEASONS_4');
      expect((await quiz.call('PUT', '/blueprint', exported.body)).body.changed).toEqual([]);
      const refused = await quiz.call('PUT', '/blueprint', { settings: { colorTaxonomy: 'SEASONS_16' } });
      expect([refused.status, refused.body.error]).toEqual([400, 'INVALID_BLUEPRINT']);
      expect(refused.text).toMatch(/settings\/colorTaxonomy/);
    });
  });

  it('tags of the other taxonomy have their scores too: stored analyses outlive a change of the setting', async () => {
    const tags = { own: ['color_type:TRUE_AUTUMN'], season: ['color_type:AUTUMN'], other: ['color_type:WINTER'] };
    const quiz = await createQuiz({ ...system, isWhole: true }, 'both', {
      steps,
      catalog: buildCatalog(tags),
      matching: { colorType: { mode: 'require', minScore: 0.5 } },
    });
    const { body } = await quiz.create(AUTUMN);
    const matched = async () => (await quiz.matches(body.id)).body.matchedVariants;
    expect((await matched()).sort()).toEqual(['own', 'season']);
    const switched = await quiz.apply({ settings: { colorTaxonomy: 'SEASONS_4' } });
    expect(switched.body.changed).toEqual(['settings']);
    expect((await matched()).sort()).toEqual(['own', 'season']);
    expect((await quiz.match(AUTUMN)).sort()).toEqual(['own', 'season']);
  });

  describe('GET …/analyses/{analysisId}', () => {
    let quiz: Quiz;
    beforeAll(async () => {
      quiz = await createQuiz({ ...system, isWhole: true }, 'records', { steps });
    });

    it('shows what is kept, with the color type and its reasons, and of contact data only that they are there', async () => {
      const { record: kept } = await record(quiz, { ...AUTUMN, firstName: 'Ada', source: 'letter' });
      expect(kept).toMatchObject({
        funnel: { subdomain: 'records' },
        funnelVersion: { number: 1 },
        answers: AUTUMN,
        filledFromSelfie: [],
        color: { type: 'TRUE_AUTUMN', taxonomy: 'SEASONS_12', reason: null },
        selfie: { sent: false },
        tracking: { source: 'letter' },
        contact: { firstName: true, email: false },
      });
      expect(JSON.stringify(kept)).not.toContain('Ada');
      expect((await record(quiz, {})).record.color).toMatchObject({ type: null, reason: 'TOO_FEW_ANSWERS' });
    });

    it("another company's, an erased and an unknown analysis are 404; the v1 answer never shows any of it", async () => {
      const other = await createQuiz({ ...system, isWhole: true }, 'records-other', { steps });
      const created = await quiz.create(AUTUMN);
      expect(Object.keys(created.body).sort()).toEqual(['funnelVersionId', 'id', 'isPreview']);
      expect((await other.call('GET', `/analyses/${created.body.id}`)).status).toBe(404);
      expect((await quiz.call('DELETE', `/analyses/${created.body.id}`)).status).toBe(204);
      expect((await quiz.call('GET', `/analyses/${created.body.id}`)).status).toBe(404);
      expect((await send(system.origin, `/api/admin/v1/companies/records/analyses/${created.body.id}`)).status).toBe(
        401,
      );
    });
  });

  describe('selfies', () => {
    let quiz: Quiz;
    beforeAll(async () => {
      quiz = await createQuiz({ ...system, isWhole: true }, 'selfies', {
        steps,
        company: { settings: { selfie: { requireConsent: true } } },
      });
    });
    const selfie = dataUrl('jpeg', packagedFace());

    it('without the consent that the company requires: stored, not analyzed, with a warning', async () => {
      const { warnings, record: kept } = await record(quiz, { ...AUTUMN, selfie });
      expect(warnings).toEqual([expect.stringMatching(/^selfie was not analyzed.*selfieConsent true/)]);
      expect(kept.selfie).toMatchObject({ sent: true, analyzed: false, reason: 'NO_CONSENT', consent: null });
    });

    it('with consent: looked at, consent and text version kept, and nothing of it in the answer', async () => {
      const consent = { selfieConsent: true, selfieConsentVersion: '2026-11' };
      const { warnings, record: kept } = await record(quiz, { ...AUTUMN, selfie, ...consent });
      expect(warnings).toBeUndefined();
      expect(kept.selfie).toMatchObject({ sent: true, consent: true, consentVersion: '2026-11' });
      expect(kept.selfie.status).toMatch(/USED|IGNORED/);
      expect(kept.answers).toEqual({ ...AUTUMN, selectionValues: [] });
      const { record: blank } = await record(quiz, { ...AUTUMN, selfie: dataUrl('jpeg', JPEG), ...consent });
      expect(blank.selfie).toMatchObject({ status: 'IGNORED', features: {} });
    });

    it('under 16: never looked at, whatever was agreed to', async () => {
      const answers = { ...AUTUMN, ageRange: 'UNDER_16', selfie, selfieConsent: true };
      const { warnings, record: kept } = await record(quiz, answers);
      expect(warnings).toEqual(['selfie was not analyzed because ageRange is UNDER_16.']);
      expect(kept.selfie).toMatchObject({ analyzed: false, reason: 'NOT_ANALYSED_UNDER_16' });
    });
  });
});
