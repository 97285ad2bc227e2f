import {
  COLOR_TYPES,
  type ColorResult,
  type Condition,
  type Consequence,
  type MatchingAnswers,
  type ProductSet,
  type Rule,
  SKIN_COLORS,
  SKIN_UNDERTONES,
  type Step,
  type Tab,
  type Target,
  type TestMode,
} from '@svc/domain';
import type { MatchRequest } from '../rank/match-variants.js';
import { createRule, createStep, type TestCompany } from './company.js';
import type { Random } from './random.js';

export interface CompanySize {
  products: number;
  variants: number;
  steps: number;
  rules: number;
  tabs: number;
  sets: number;
}

const TASTES = Array.from({ length: 12 }, (_, index) => `taste:${index}`);
const TAXONOMY = [...COLOR_TYPES, 'MUTED', 'VIVID'];

/** A company and its funnel, drawn from a seed. Small sizes reach the corners: ties, empty sets, unknown ids. */
export function randomCompany(random: Random, size: CompanySize): TestCompany {
  const productId = (index: number) => `P${index}`;
  const variantId = (index: number) => `V${index}`;
  const someTags = () => random.some(TASTES, 3);
  const someProduct = () => productId(random.below(size.products + 1));
  const someVariant = () => variantId(random.below(size.variants + 2));
  const target = (): Target => ({
    tags: random.chance(0.7) ? [...random.some(TASTES, 2), ...(random.chance(0.1) ? [lookTag(random)] : [])] : [],
    productIds: random.chance(0.3) ? [someProduct()] : [],
    variantIds: random.chance(0.4) ? [someVariant(), someVariant()] : [],
  });
  const lookTags = () => Array.from({ length: random.chance(0.5) ? random.below(4) : 0 }, () => lookTag(random));

  const steps = Array.from({ length: size.steps }, (_, index): Step => randomStep(random, index + 1, someTags));
  const condition = (): Condition => randomCondition(random, steps, 2);
  const rules = Array.from({ length: random.below(size.rules + 1) }, (_, index): Rule => {
    const consequence: Consequence = {};
    if (random.chance(0.3)) consequence.exclude = target();
    if (random.chance(0.1)) consequence.require = { ...target(), tags: TASTES.slice(0, 9) };
    if (random.chance(0.4)) consequence.boost = { ...target(), by: random.pick([-1, -0.3, 0.1, 0.2, 1]) };
    if (random.chance(0.4)) consequence.pin = target();
    return createRule(consequence, {
      key: `rule-${index}`,
      ...(random.chance(0.5) ? { when: condition() } : {}),
      ...(random.chance(0.2) ? { from: random.pick(['2026-11-21', '2026-11-22']) } : {}),
      ...(random.chance(0.2) ? { until: random.pick(['2026-11-21', '2026-11-22']) } : {}),
    });
  });
  const sets = Array.from({ length: random.below(size.sets + 1) }, (_, index): ProductSet => {
    const common = {
      key: `set-${random.pick(['a', 'B', 'c', 'z'])}${index}`,
      name: { default: 'Set' },
      variantId: someVariant(),
    };
    return random.chance(0.5)
      ? {
          ...common,
          variants: Array.from({ length: 1 + random.below(3) }, () => ({ id: someVariant(), quantity: 1 })),
          lift: random.pick(['all', 'any', 'off'] as const),
        }
      : {
          ...common,
          size: 1 + random.below(4),
          products: random
            .some(
              Array.from({ length: size.products }, (_, at) => productId(at)),
              3,
            )
            .map((id) => ({
              id,
              max: random.below(3),
            })),
        };
  });
  const tabs = Array.from(
    { length: random.below(size.tabs + 1) },
    (_, index): Tab => ({
      key: `TAB${index}`,
      name: { default: `Tab ${index}` },
      description: null,
      maxItemsToShow: random.chance(0.5) ? 1 : null,
      enabled: random.chance(0.8),
      select: { ...target(), sets: sets.filter(() => random.chance(0.4)).map(({ key }) => key) },
    }),
  );
  return {
    snapshot: {
      version: 1,
      products: Array.from({ length: size.products }, (_, index) => ({
        id: productId(index),
        tags: random.chance(0.5) ? someTags() : [],
      })),
      variants: Array.from({ length: size.variants }, (_, index) => ({
        id: variantId(index),
        product: random.below(size.products),
        available: random.chance(0.9),
        tags: [...someTags(), ...lookTags()],
      })),
    },
    tagging: {
      products: random.chance(0.5) ? { [someProduct()]: someTags() } : {},
      variants: random.chance(0.5) ? { [someVariant()]: [...someTags(), ...lookTags()] } : {},
    },
    sets,
    steps,
    funnel: {
      assortment: random.chance(0.6)
        ? { tags: [], productIds: [] }
        : { tags: random.some(TASTES, 4), productIds: [someProduct(), someProduct()] },
      matching: {
        colorType: { mode: randomMode(random), minScore: random.pick([0, 0.2, 0.5]) },
        complexion: { mode: randomMode(random), depthTolerance: random.below(3) },
        rules,
        ai: { enabled: false },
      },
      resultPage: { enabled: random.chance(0.8), tabs },
    },
  };
}

/** A request of one analysis against a random company, its answers effective for the company's steps. */
export function randomRequest(random: Random, company: TestCompany): MatchRequest {
  const answers: MatchingAnswers = { selectionValues: [] };
  if (random.chance(0.7)) answers.skinColor = random.pick(SKIN_COLORS);
  if (random.chance(0.6)) answers.skinUndertone = random.pick(SKIN_UNDERTONES);
  for (const step of company.steps) {
    if (step.type === 'AGE') {
      if (random.chance(0.6)) answers.ageRange = random.pick(['UNDER_16', 'ABOVE_70']);
    } else if (random.chance(0.8)) {
      const keys = step.selections.map(({ key }) => key.toLowerCase());
      const chosen = step.type === 'SINGLE_SELECTION' ? [random.pick(keys)] : random.some(keys, keys.length);
      for (const selectedKey of chosen) answers.selectionValues.push({ stepId: step.id, selectedKey });
    }
  }
  const { products, variants } = company.snapshot;
  return {
    answers,
    color: random.chance(0.7) ? randomColor(random) : null,
    date: '2026-11-21',
    productIds: random.chance(0.2) ? ['unknown', ...random.some(products, 4).map(({ id }) => id)] : [],
    variantIds: random.chance(0.2) ? ['unknown', ...random.some(variants, 12).map(({ id }) => id)] : [],
    resultPage: random.chance(0.4),
  };
}

function randomColor(random: Random): ColorResult {
  const scores = Object.fromEntries(TAXONOMY.map((type) => [type, random.below(5) / 4]));
  return { type: random.pick(TAXONOMY), scores: random.chance(0.9) ? scores : {} };
}

function randomStep(random: Random, id: number, someTags: () => string[]): Step {
  const type = random.pick(['SINGLE_SELECTION', 'MULTI_SELECTION', 'AGE'] as const);
  const keys = type === 'AGE' ? ['UNDER_16', 'ABOVE_70'] : ['Dry', 'oily', 'MIXED'];
  const options = keys.map((key) => [
    key,
    {
      require: random.chance(0.25) ? someTags() : [],
      prefer: random.chance(0.5) ? someTags() : [],
      avoid: random.chance(0.1) ? someTags() : [],
    },
  ]);
  return createStep(id, Object.fromEntries(options), { type, strict: random.chance(0.15) });
}

function randomCondition(random: Random, steps: readonly Step[], depth: number): Condition {
  if (depth > 0 && random.chance(0.4)) {
    const parts = Array.from({ length: random.below(3) }, () => randomCondition(random, steps, depth - 1));
    return random.pick([{ all: parts }, { any: parts }, { not: randomCondition(random, steps, depth - 1) }]);
  }
  const step = steps.length > 0 ? random.pick(steps).id : 99;
  return random.pick<Condition>([
    { step, in: ['dry', 'MIXED', 'Under_16'] },
    { step, answered: true },
    { field: 'skinColor', in: ['fair', 'MEDIUM'] },
    { colorType: ['true_spring', 'SOFT_AUTUMN', 'MUTED'] },
  ]);
}

function lookTag(random: Random): string {
  if (random.chance(0.6)) return `color_type:${random.pick(TAXONOMY)}`;
  return `complexion:${random.pick(SKIN_COLORS)}/${random.pick([...SKIN_UNDERTONES, '*'])}`;
}

const randomMode = (random: Random): TestMode => random.pick(['require', 'require', 'prefer', 'ignore']);
