import { conditionFacts, evaluate, SKIN_COLORS, SKIN_UNDERTONES, type Target } from '@svc/domain';
import type { MatchRequest } from '../rank/match-variants.js';
import type { TestCompany } from './company.js';

interface NaiveVariant {
  id: string;
  productId: string;
  position: number;
  tags: Set<string>;
  colorTypes: string[];
  cells: { depth: number; undertone: number }[];
}

/**
 * The straightforward implementation: an object and a Set for each variant, created once; filter, score and sort for each match.
 * The comparator of docs/performance.md P3. Without sets and tabs. Not used to check anything: that is the oracle's
 * task.
 */
export function naiveEngine(company: TestCompany): (request: MatchRequest) => string[] {
  const { snapshot, steps, funnel } = company;
  const { matching } = funnel;
  const variants: NaiveVariant[] = snapshot.variants.flatMap((row, position) => {
    if (!row.available) return [];
    const product = snapshot.products[row.product]!;
    const tags = new Set([...row.tags, ...product.tags]);
    const values = (namespace: string) =>
      [...tags].filter((tag) => tag.startsWith(`${namespace}:`)).map((tag) => tag.slice(namespace.length + 1));
    const cells = values('complexion').flatMap((value) => {
      const [depth, undertone] = value.split('/');
      const undertones = undertone === '*' ? [...SKIN_UNDERTONES] : [undertone];
      return undertones.map((name) => ({
        depth: (SKIN_COLORS as readonly (string | undefined)[]).indexOf(depth),
        undertone: (SKIN_UNDERTONES as readonly (string | undefined)[]).indexOf(name),
      }));
    });
    return [{ id: row.id, productId: product.id, position, tags, colorTypes: values('color_type'), cells }];
  });
  const meets = (variant: NaiveVariant, target: Target) =>
    target.tags.some((tag) => variant.tags.has(tag)) ||
    target.productIds.includes(variant.productId) ||
    target.variantIds.includes(variant.id);

  return ({ answers, color, date }) => {
    const facts = conditionFacts(answers, steps, { colorType: color?.type ?? null });
    const rules = matching.rules.filter(
      (rule) =>
        (!rule.from || date >= rule.from) &&
        (!rule.until || date < rule.until) &&
        (!rule.when || evaluate(rule.when, facts)),
    );
    const answered = steps.flatMap((step) => {
      const keys = facts.chosen.get(step.id);
      const chosen = step.selections.filter(({ key }) => keys?.has(key.toLowerCase()));
      if (chosen.length === 0) return [];
      return [
        {
          strict: step.strict,
          require: chosen.flatMap(({ tags }) => tags.require),
          allRequire: step.selections.flatMap(({ tags }) => tags.require),
          prefer: chosen.flatMap(({ tags }) => tags.prefer),
          allPrefer: step.selections.flatMap(({ tags }) => tags.prefer),
          avoid: chosen.flatMap(({ tags }) => tags.avoid),
        },
      ];
    });
    const preferring = answered.filter(({ allPrefer }) => allPrefer.length > 0);
    const depth = answers.skinColor ? SKIN_COLORS.indexOf(answers.skinColor) : -1;
    const undertone = answers.skinUndertone ? SKIN_UNDERTONES.indexOf(answers.skinUndertone) : -1;

    const suits = ({ tags, colorTypes, cells }: NaiveVariant) =>
      (!color?.type ||
        colorTypes.length === 0 ||
        colorTypes.some((type) => (color.scores[type] ?? 0) >= matching.colorType.minScore || type === color.type)) &&
      (depth < 0 ||
        cells.length === 0 ||
        cells.some(
          (cell) =>
            Math.abs(cell.depth - depth) <= matching.complexion.depthTolerance &&
            (undertone < 0 || cell.undertone === undertone || cell.undertone === 1 || undertone === 1),
        )) &&
      answered.every(
        (step) =>
          (step.require.length === 0 ||
            step.require.some((tag) => tags.has(tag)) ||
            (!step.strict && !step.allRequire.some((tag) => tags.has(tag)))) &&
          !step.avoid.some((tag) => tags.has(tag)),
      );

    const computeScore = (variant: NaiveVariant) => {
      let weight = 0;
      let total = 0;
      if (preferring.length > 0) {
        let taste = 0;
        for (const step of preferring) {
          if (step.prefer.some((tag) => variant.tags.has(tag))) taste += 1;
          else if (!step.allPrefer.some((tag) => variant.tags.has(tag))) taste += 0.5;
        }
        total += 0.55 * (taste / preferring.length);
        weight += 0.55;
      }
      const looks: number[] = [];
      if (color?.type && variant.colorTypes.length > 0) {
        looks.push(Math.max(...variant.colorTypes.map((type) => color.scores[type] ?? 0)));
      }
      if (depth >= 0 && variant.cells.length > 0) {
        const closeness = variant.cells.map((cell) => {
          const depthGap = (cell.depth - depth) / 0.8;
          const undertoneGap = undertone < 0 ? 0 : (cell.undertone - undertone) / 0.7;
          return Math.exp(-0.5 * (depthGap ** 2 + undertoneGap ** 2));
        });
        looks.push(Math.max(...closeness));
      }
      if (looks.length > 0) {
        total += 0.45 * (looks.reduce((sum, look) => sum + look, 0) / looks.length);
        weight += 0.45;
      }
      let score = weight > 0 ? total / weight : 0.5;
      for (const { then } of rules) if (then.boost && meets(variant, then.boost)) score += then.boost.by;
      return Math.round(Math.min(1, Math.max(0, score)) * 1e6);
    };
    const findPin = (variant: NaiveVariant) => {
      const rule = rules.findIndex(({ then }) => then.pin && meets(variant, then.pin));
      return rule < 0 ? rules.length : rule;
    };

    return variants
      .filter(
        (variant) =>
          suits(variant) &&
          rules.every(
            ({ then }) =>
              !(then.exclude && meets(variant, then.exclude)) && (!then.require || meets(variant, then.require)),
          ),
      )
      .map((variant) => ({
        id: variant.id,
        pin: findPin(variant),
        score: computeScore(variant),
        position: variant.position,
      }))
      .sort((a, b) => a.pin - b.pin || b.score - a.score || a.position - b.position)
      .map(({ id }) => id);
  };
}
