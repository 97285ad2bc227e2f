import {
  conditionFacts,
  evaluate,
  MAX_ELIGIBLE_VARIANTS,
  type ProductSet,
  SKIN_COLORS,
  SKIN_UNDERTONES,
  type Target,
} from '@svc/domain';
import type { LearnedModel } from '../../learning/learned-model.js';
import { lambdaIn, popIn } from '../../learning/testing/models.js';
import type { MatchRequest } from '../rank/match-variants.js';
import type { MatchedIds, TestCompany } from './company.js';

interface Variant {
  id: string;
  product: string;
  available: boolean;
  position: number;
  tags: string[];
}

/**
 * docs/matching.md M4, M5, M6, M8, once more: slow, obvious, on plain texts and arrays, one sentence of the page after
 * the other. Tags must be given in their normal spelling. Knows nothing of the engine but its request type.
 * @param model - of Funnel AI, its tokens those of the company's steps; null: off.
 */
export function oracle(
  company: TestCompany,
  request: MatchRequest,
  model: LearnedModel | null = null,
): MatchedIds | 'too large' {
  const variants = toVariants(company);
  const { funnel, steps } = company;
  const facts = conditionFacts(request.answers, steps, { colorType: request.color?.type ?? null });
  const rules = funnel.matching.rules.filter(
    (rule) =>
      (!rule.from || request.date >= rule.from) &&
      (!rule.until || request.date < rule.until) &&
      (!rule.when || evaluate(rule.when, facts)),
  );
  const answered = steps.flatMap((step) => {
    const keys = facts.chosen.get(step.id);
    const chosen = step.selections.filter(({ key }) => keys?.has(key.toLowerCase()));
    return chosen.length > 0 ? [{ step, chosen }] : [];
  });

  // 1. Eligible
  const { assortment } = funnel;
  const inAssortment = variants.filter(
    (variant) =>
      variant.available &&
      ((assortment.tags.length === 0 && assortment.productIds.length === 0) || meets(variant, assortment)),
  );
  const tabs = funnel.resultPage.enabled ? funnel.resultPage.tabs.filter((tab) => tab.enabled) : [];
  const onTab = (variant: Variant, tab: (typeof tabs)[number]) =>
    meets(variant, tab.select) ||
    company.sets.some((set) => tab.select.sets.includes(set.key) && set.variantId === variant.id);
  const eligible = inAssortment.filter(
    (variant) =>
      (request.productIds.length === 0 || request.productIds.includes(variant.product)) &&
      (request.variantIds.length === 0 || request.variantIds.includes(variant.id)) &&
      (!request.resultPage || tabs.some((tab) => onTab(variant, tab))),
  );
  if (eligible.length > MAX_ELIGIBLE_VARIANTS) return 'too large';

  // 2. Matched
  const ownIds = company.sets.filter((set) => !isOff(set)).map((set) => set.variantId);
  const excluded = (variant: Variant) => rules.some(({ then }) => then.exclude && meets(variant, then.exclude));
  const matched = inAssortment.filter(
    (variant) =>
      !ownIds.includes(variant.id) &&
      colorFits(variant) &&
      complexionFits(variant) &&
      answered.every(({ step, chosen }) => {
        const wanted = chosen.flatMap((option) => option.tags.require);
        if (wanted.length === 0 || carries(variant, wanted)) return true;
        return (
          !step.strict &&
          !carries(
            variant,
            step.selections.flatMap((option) => option.tags.require),
          )
        );
      }) &&
      !answered.some(({ chosen }) => chosen.some((option) => carries(variant, option.tags.avoid))) &&
      !excluded(variant) &&
      rules.every(({ then }) => !then.require || meets(variant, then.require)),
  );

  // 3. Order
  const sortKey = new Map(
    matched.map((variant) => [variant.id, { pin: findPin(variant), q: quality(variant), position: variant.position }]),
  );
  const order = (a: { pin: number; q: number; position: number }, b: typeof a) =>
    a.pin === b.pin ? b.q - a.q || a.position - b.position : a.pin < b.pin ? -1 : 1;
  const ranked = [...matched].sort((a, b) => order(sortKey.get(a.id)!, sortKey.get(b.id)!));

  // Sets
  const lifts = company.sets.flatMap((set) => {
    const own = inAssortment.find((variant) => variant.id === set.variantId);
    if (!own || isOff(set) || excluded(own) || !complete(set)) return [];
    const best = ranked.find((variant) => isMember(set, variant));
    if (!best) return [];
    const pin = findPin(own);
    const key = sortKey.get(best.id)!;
    return [{ set: set.key, own, key: pin === Number.POSITIVE_INFINITY ? key : { ...key, pin } }];
  });
  lifts.sort((a, b) => order(a.key, b.key) || (a.set < b.set ? -1 : 1));
  const list: Variant[] = [...ranked];
  const joined = new Set<string>();
  for (const { own, key } of lifts) {
    if (joined.has(own.id)) continue;
    joined.add(own.id);
    const at = list.findIndex((variant) => sortKey.has(variant.id) && order(key, sortKey.get(variant.id)!) <= 0);
    if (at < 0) list.push(own);
    else list.splice(at, 0, own);
  }
  const shown = list.filter((variant) => eligible.includes(variant));

  // 5. Tabs
  if (!request.resultPage) return { matched: shown.map(({ id }) => id), tabs: null };
  const listed = tabs.map((tab) => ({
    key: tab.key,
    variants: shown.filter((variant) => onTab(variant, tab)).map(({ id }) => id),
  }));
  return { matched: [...new Set(listed.flatMap((tab) => tab.variants))], tabs: listed };

  function colorFits(variant: Variant): boolean {
    const { mode, minScore } = funnel.matching.colorType;
    const types = valuesIn(variant, 'color_type');
    if (mode !== 'require' || !request.color?.type || types.length === 0) return true;
    const { type, scores } = request.color;
    return types.some((tagged) => (scores[tagged] ?? 0) >= minScore || tagged === type);
  }

  function complexionFits(variant: Variant): boolean {
    const { mode, depthTolerance } = funnel.matching.complexion;
    const cells = toCells(variant);
    const { skinColor, skinUndertone } = request.answers;
    if (mode !== 'require' || !skinColor || cells.length === 0) return true;
    return cells.some(
      ({ depth, undertone }) =>
        Math.abs(depth - SKIN_COLORS.indexOf(skinColor)) <= depthTolerance &&
        (!skinUndertone || undertone === skinUndertone || undertone === 'NEUTRAL' || skinUndertone === 'NEUTRAL'),
    );
  }

  function quality(variant: Variant): number {
    const tasteParts = answered
      .filter(({ step }) => step.selections.some((option) => option.tags.prefer.length > 0))
      .map(({ step, chosen }) => {
        if (chosen.some((option) => carries(variant, option.tags.prefer))) return 1;
        return step.selections.some((option) => carries(variant, option.tags.prefer)) ? 0 : 0.5;
      });
    const lookParts: number[] = [];
    const types = valuesIn(variant, 'color_type');
    if (funnel.matching.colorType.mode !== 'ignore' && request.color?.type && types.length > 0) {
      lookParts.push(Math.max(...types.map((type) => request.color!.scores[type] ?? 0)));
    }
    const cells = toCells(variant);
    const { skinColor, skinUndertone } = request.answers;
    if (funnel.matching.complexion.mode !== 'ignore' && skinColor && cells.length > 0) {
      const closeness = cells.map(({ depth, undertone }) => {
        const depthGap = (depth - SKIN_COLORS.indexOf(skinColor)) / 0.8;
        const undertoneGap = skinUndertone ? (warmth(undertone) - warmth(skinUndertone)) / 0.7 : 0;
        return Math.exp(-0.5 * (depthGap ** 2 + undertoneGap ** 2));
      });
      lookParts.push(Math.max(...closeness));
    }
    let s0 = 0.5;
    if (tasteParts.length > 0 && lookParts.length > 0) {
      s0 = (0.55 * mean(tasteParts) + 0.45 * mean(lookParts)) / (0.55 + 0.45);
    } else if (tasteParts.length > 0) s0 = (0.55 * mean(tasteParts)) / 0.55;
    else if (lookParts.length > 0) s0 = (0.45 * mean(lookParts)) / 0.45;
    const boosts = rules.map(({ then }) => (then.boost && meets(variant, then.boost) ? then.boost.by : 0));
    const s = Math.min(1, Math.max(0, s0 + boosts.reduce((sum, by) => sum + by, 0)));
    return Math.round((s + learned(variant)) * 1e6);
  }

  /** 4. Funnel AI */
  function learned(variant: Variant): number {
    if (!model) return 0;
    const { skinColor, skinUndertone, hairColor, eyeColor, ageRange, selectionValues } = request.answers;
    const options = selectionValues.map(({ stepId, selectedKey }) => `s:${stepId}:${selectedKey}`);
    if (skinColor && skinUndertone) options.push(`x:${skinColor}/${skinUndertone}`);
    else if (skinColor) options.push(`x:${skinColor}`);
    else if (skinUndertone) options.push(`f:skinUndertone:${skinUndertone}`);
    if (hairColor) options.push(`f:hairColor:${hairColor}`);
    if (eyeColor) options.push(`f:eyeColor:${eyeColor}`);
    if (ageRange) options.push(`f:ageRange:${ageRange}`);
    if (request.color?.type) options.push(`c:${request.color.type}`);
    const known = options.filter((token) => model.options.some((one) => one.token === token && one.sessions >= 30));
    const affinity = known.reduce((sum, token) => sum + lambdaIn(model, token, variant.id), 0);
    return 0.25 * Math.tanh(affinity / 1.5) + 0.1 * Math.tanh(Math.log(popIn(model, variant.id)));
  }

  /** The first rule that pins; those that nothing pins come last. */
  function findPin(variant: Variant): number {
    const rule = rules.findIndex(({ then }) => then.pin && meets(variant, then.pin));
    return rule < 0 ? Number.POSITIVE_INFINITY : rule;
  }

  function complete(set: ProductSet): boolean {
    const isMatched = (id: string) => matched.some((variant) => variant.id === id);
    if ('variants' in set) {
      return set.lift === 'all'
        ? set.variants.every(({ id }) => isMatched(id))
        : set.variants.some(({ id }) => isMatched(id));
    }
    // Fill it: best ranked first, each variant once, at most `max` of a product.
    const room = new Map(set.products.map(({ id, max }) => [id, max]));
    let filled = 0;
    for (const variant of ranked) {
      const left = room.get(variant.product) ?? 0;
      if (left === 0 || filled === set.size) continue;
      room.set(variant.product, left - 1);
      filled += 1;
    }
    return filled === set.size;
  }
}

export function toVariants({ snapshot, tagging }: TestCompany): Variant[] {
  return snapshot.variants.map((row, position) => {
    const product = snapshot.products[row.product]!;
    const tags = [
      ...row.tags,
      ...product.tags,
      ...(tagging.variants[row.id] ?? []),
      ...(tagging.products[product.id] ?? []),
    ];
    return { id: row.id, product: product.id, available: row.available, position, tags };
  });
}

export const isOff = (set: ProductSet): boolean => 'lift' in set && set.lift === 'off';

const isMember = (set: ProductSet, variant: Variant): boolean =>
  'variants' in set
    ? set.variants.some(({ id }) => id === variant.id)
    : set.products.some(({ id, max }) => id === variant.product && max > 0);

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const warmth = (undertone: string): number => ({ COOL: -1, NEUTRAL: 0, WARM: 1 })[undertone]!;

const valuesIn = (variant: Variant, namespace: string): string[] =>
  variant.tags.filter((tag) => tag.startsWith(`${namespace}:`)).map((tag) => tag.slice(namespace.length + 1));

function toCells(variant: Variant) {
  return valuesIn(variant, 'complexion').flatMap((cell) => {
    const [depthName, undertone] = cell.split('/');
    const depth = (SKIN_COLORS as readonly string[]).indexOf(depthName!);
    return (undertone === '*' ? [...SKIN_UNDERTONES] : [undertone!]).map((name) => ({ depth, undertone: name }));
  });
}

/** A tag `complexion:MEDIUM/*` is all three of its cells, wherever it stands. */
const spelledOut = (tags: readonly string[]): string[] =>
  tags.flatMap((tag) =>
    /^complexion:.*\/\*$/.test(tag) ? SKIN_UNDERTONES.map((undertone) => tag.replace('*', undertone)) : [tag],
  );

function carries(variant: Variant, tags: readonly string[]): boolean {
  if (tags.length === 0) return false;
  const carried = spelledOut(variant.tags);
  return spelledOut(tags).some((tag) => carried.includes(tag));
}

export const meets = (variant: Variant, target: Partial<Target>): boolean =>
  carries(variant, target.tags ?? []) ||
  (target.productIds ?? []).includes(variant.product) ||
  (target.variantIds ?? []).includes(variant.id);
