import { COLOR_TYPES, DEPTHS, UNDERTONES } from '../generator/color-rules.mjs';

/** Properties of the webhook payload; no step may be called so. */
const RESERVED_KEYS = [
  'action',
  'funnel_name',
  'funnel_value',
  'analysis_id',
  'analysis_url',
  'analysis_result',
  'created_at',
  'first_name',
  'last_name',
  'email',
  'hair_color',
  'eye_color',
  'skin_color',
  'skin_undertone',
  'age_range',
  'source',
  'query_string',
  'products_all',
  'tabs',
  'webhook_payload',
];

const duplicates = (values) => values.filter((value, index) => values.indexOf(value) !== index);
const meets = (variant, { tags = [], productIds = [], variantIds = [] }) =>
  tags.some((tag) => variant.tags.includes(tag)) ||
  productIds.includes(variant.productId) ||
  variantIds.includes(variant.id);
const carries = (variant, prefix) => variant.tags.some((tag) => tag.startsWith(prefix));
const suitsType = (variant, type) => !carries(variant, 'color_type:') || variant.tags.includes(`color_type:${type}`);
const suitsCell = (variant, depth, undertone) =>
  !carries(variant, 'complexion:') ||
  variant.tags.some(
    (tag) =>
      [undertone, 'NEUTRAL', '*'].some((tone) => tag === `complexion:${depth}/${tone}`) ||
      (undertone === 'NEUTRAL' && tag.startsWith(`complexion:${depth}/`)),
  );

/** Every `{ step, in }` below a condition. */
function stepConditions(condition) {
  if (!condition || typeof condition !== 'object') return [];
  if ('step' in condition) return [condition];
  return [...(condition.all ?? []), ...(condition.any ?? []), condition.not].flatMap(stepConditions);
}

function checkSteps(name, steps, tags, problems) {
  for (const field of ['id', 'key', 'orderNumber'])
    for (const value of duplicates(steps.map((step) => step[field])))
      problems.push(`${name}: two steps have ${field} ${value}.`);
  for (const step of steps) {
    const at = `${name}, step ${step.id}`;
    if (RESERVED_KEYS.includes(step.key)) problems.push(`${at}: '${step.key}' is a property of the webhook payload.`);
    if (!step.title.en || !step.title.de) problems.push(`${at}: no English or no German title.`);
    const selections = step.selections ?? [];
    for (const key of duplicates(selections.map((selection) => selection.key.toLowerCase())))
      problems.push(`${at}: two options are called '${key}'.`);
    for (const { key, caption, tags: acts = {} } of selections) {
      if (!caption.en || !caption.de) problems.push(`${at}, ${key}: no English or no German caption.`);
      for (const tag of [acts.require, acts.prefer, acts.avoid].flatMap((list) => list ?? []))
        if (!tags.has(tag)) problems.push(`${at}, ${key}: no variant carries ${tag}.`);
    }
    for (const { step: id, in: keys } of stepConditions(step.showWhen)) {
      const other = steps.find((candidate) => candidate.id === id);
      if (!other || other.orderNumber >= step.orderNumber)
        problems.push(`${at}: showWhen names step ${id}, which does not stand before it.`);
      else
        for (const key of keys ?? [])
          if (!other.selections.some((selection) => selection.key === key))
            problems.push(`${at}: step ${id} has no option '${key}'.`);
    }
  }
}

function checkRules(name, rules, steps, { byId, products }, tags, problems) {
  for (const key of duplicates(rules.map((rule) => rule.key))) problems.push(`${name}: two rules are called ${key}.`);
  for (const { key, when, then } of rules) {
    for (const { step: id, in: keys } of stepConditions(when)) {
      const step = steps.find((candidate) => candidate.id === id);
      for (const option of keys ?? [])
        if (!step?.selections.some((selection) => selection.key === option))
          problems.push(`${name}, rule ${key}: step ${id} has no option '${option}'.`);
    }
    for (const target of Object.values(then)) {
      for (const tag of target.tags ?? [])
        if (!tags.has(tag)) problems.push(`${name}, rule ${key}: no variant carries ${tag}.`);
      for (const id of target.productIds ?? [])
        if (!products.has(id)) problems.push(`${name}, rule ${key}: there is no product ${id}.`);
      for (const id of target.variantIds ?? [])
        if (!byId.has(id)) problems.push(`${name}, rule ${key}: there is no variant ${id}.`);
    }
  }
}

/** Every answer path has a match in every enabled tab, for every color type and complexion. */
function checkTabs(name, tabs, eligible, sets, problems) {
  for (const key of duplicates(tabs.map((tab) => tab.key))) problems.push(`${name}: two tabs are called ${key}.`);
  for (const tab of tabs) {
    const at = `${name}, tab ${tab.key}`;
    const chosen = tab.select.sets.map((key) => sets.find((set) => set.key === key));
    if (chosen.includes(undefined)) problems.push(`${at}: a set of the tab does not exist.`);
    const candidates = eligible.filter(
      (variant) => meets(variant, tab.select) || chosen.some((set) => set?.variantId === variant.id),
    );
    if (candidates.length === 0) problems.push(`${at}: no candidate.`);
    for (const type of COLOR_TYPES)
      if (!candidates.some((variant) => suitsType(variant, type))) problems.push(`${at}: nothing for ${type}.`);
    for (const { value: depth } of DEPTHS)
      for (const undertone of UNDERTONES)
        if (!candidates.some((variant) => suitsCell(variant, depth, undertone)))
          problems.push(`${at}: nothing for ${depth}/${undertone}.`);
  }
}

/** Checks one funnel of the company file against the catalog; adds a sentence per problem. */
export function checkFunnel(funnel, catalog, problems) {
  const name = funnel.subdomain;
  const tags = new Set(catalog.variants.flatMap((variant) => variant.tags));
  const eligible = catalog.variants.filter((variant) => variant.available && meets(variant, funnel.assortment));
  if (eligible.length > catalog.maxEligible) problems.push(`${name}: ${eligible.length} variants are eligible.`);
  checkSteps(`${name}, published`, funnel.published.steps, tags, problems);
  if (funnel.draft) checkSteps(`${name}, draft`, funnel.draft.steps, tags, problems);
  checkRules(name, funnel.matching.rules, funnel.published.steps, catalog, tags, problems);
  checkTabs(name, funnel.resultPage.tabs, eligible, catalog.sets, problems);
}
