import {
  AGE_RANGES,
  COLOR_TYPES,
  DEFAULT_MATCHING,
  DEFAULT_RESULT_PAGE,
  SKIN_COLORS,
  SKIN_UNDERTONES,
} from '@svc/domain';
import type { MatchRequest } from '../rank/match-variants.js';
import { createRequest, createRule, createStep, type TestCompany } from './company.js';
import { type Random, seededRandom } from './random.js';

const STEPS = 8;
const OPTIONS = ['one', 'two', 'three', 'four', 'five', 'six'];
const VARIANTS_PER_PRODUCT = 5;

/** A cosmetics company of the given size: eight questions, color types on three fifths, complexions on two fifths. */
export function benchCompany(variantCount: number, seed = 1): TestCompany {
  const random = seededRandom(seed);
  const steps = Array.from({ length: STEPS }, (_, index) =>
    createStep(
      index + 1,
      Object.fromEntries(
        OPTIONS.map((option) => [
          option,
          {
            prefer: [`taste_${index}:${option}`],
            require: index === 0 && option !== 'six' ? [`kind:${option}`] : [],
            avoid: index === 1 && option === 'one' ? ['scent:strong'] : [],
          },
        ]),
      ),
    ),
  );
  return {
    snapshot: {
      version: 1,
      products: Array.from({ length: Math.ceil(variantCount / VARIANTS_PER_PRODUCT) }, (_, index) => ({
        id: `${7_000_000_000_000 + index}`,
        tags: [`category:${index % 12}`, ...(random.chance(0.4) ? [`kind:${random.pick(OPTIONS)}`] : [])],
      })),
      variants: Array.from({ length: variantCount }, (_, index) => ({
        id: `${41_000_000_000_000 + index * 37}`,
        product: Math.floor(index / VARIANTS_PER_PRODUCT),
        available: random.chance(0.97),
        tags: variantTags(random),
      })),
    },
    tagging: { products: {}, variants: {} },
    sets: [],
    steps,
    funnel: {
      assortment: { tags: [], productIds: [] },
      resultPage: DEFAULT_RESULT_PAGE,
      matching: {
        ...DEFAULT_MATCHING,
        complexion: { mode: 'require', depthTolerance: 1 },
        rules: [
          createRule(
            { exclude: { tags: ['age:adult'], productIds: [], variantIds: [] } },
            { when: { field: 'ageRange', in: ['UNDER_16'] } },
          ),
          createRule(
            { boost: { tags: ['texture:rich'], productIds: [], variantIds: [], by: 0.15 } },
            { when: { step: 3, in: ['one', 'two'] } },
          ),
          createRule(
            { pin: { tags: ['top:seller'], productIds: [], variantIds: [] } },
            { when: { step: 4, in: ['one'] } },
          ),
        ],
      },
    },
  };
}

function variantTags(random: Random): string[] {
  const tags = Array.from({ length: STEPS }, (_, index) => `taste_${index}:${random.pick(OPTIONS)}`).filter(() =>
    random.chance(0.45),
  );
  if (random.chance(0.6)) tags.push(...random.some(COLOR_TYPES, 4).map((type) => `color_type:${type}`));
  if (random.chance(0.4)) tags.push(`complexion:${random.pick(SKIN_COLORS)}/${random.pick([...SKIN_UNDERTONES, '*'])}`);
  if (random.chance(0.1)) tags.push('scent:strong');
  if (random.chance(0.1)) tags.push('texture:rich');
  if (random.chance(0.005)) tags.push('top:seller');
  if (random.chance(0.2)) tags.push('age:adult');
  return tags;
}

/** The company with this many rules: boosts, exclusions and pins in turn, each for a third of the answers of one question. */
export function withRules(company: TestCompany, count: number): TestCompany {
  const target = (...tags: string[]) => ({ tags, productIds: [], variantIds: [] });
  const rules = Array.from({ length: count }, (_, index) => {
    const taste = `taste_${index % STEPS}:${OPTIONS[index % OPTIONS.length]}`;
    const consequences = [
      { boost: { ...target(taste, 'texture:rich'), by: index % 2 === 0 ? 0.1 : -0.1 } },
      { exclude: target('scent:strong') },
      { pin: target('top:seller') },
    ];
    const when = { step: (index % STEPS) + 1, in: [OPTIONS[index % 6]!, OPTIONS[(index + 1) % 6]!] };
    return createRule(consequences[index % consequences.length]!, { key: `rule-${index}`, when });
  });
  const { matching, ...funnel } = company.funnel;
  return { ...company, funnel: { ...funnel, matching: { ...matching, rules } } };
}

/** Different analyses that answer all questions. */
export function benchRequests(count: number, seed = 2): MatchRequest[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () =>
    createRequest({
      answers: {
        skinColor: random.pick(SKIN_COLORS),
        skinUndertone: random.pick(SKIN_UNDERTONES),
        ageRange: random.pick(AGE_RANGES),
        selectionValues: Array.from({ length: STEPS }, (_, index) => ({
          stepId: index + 1,
          selectedKey: random.pick(OPTIONS),
        })),
      },
      color: {
        type: random.pick(COLOR_TYPES),
        scores: Object.fromEntries(COLOR_TYPES.map((type) => [type, random.below(101) / 100])),
      },
    }),
  );
}
