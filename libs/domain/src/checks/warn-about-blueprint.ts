import { COLOR_TAXONOMIES, type ColorTaxonomy } from '../answers/enums.js';
import { findSelection, normalizeKey } from '../answers/option-keys.js';
import type { Blueprint, FunnelBlueprint } from '../blueprint/blueprint.js';
import { getStepType } from '../funnel/step-types.js';
import type { Step } from '../funnel/steps.js';
import { type ConditionLeaf, visitLeaves } from '../funnel/visit-condition.js';
import { COLOR_TYPE_NAMESPACE, normalizeTag, splitTag } from '../matching/tags.js';
import { warnAboutChatSettings } from './check-chat-settings.js';
import { getChatOwner, warnAboutWebhook } from './check-company.js';
import { warnAboutComponentSettings } from './check-component-settings.js';
import { warnAboutStepSettings } from './check-step-settings.js';
import { warnAboutTheme } from './check-theme.js';
import type { ExistingCompany } from './existing-company.js';
import { jsonPointer, type Path, type Problem } from './problems.js';

const PAGE_WITHOUT_TABS =
  'The result page is enabled but has no enabled tab, so it shows no products: a tab must be enabled, or enabled of resultPage must be false.';

/**
 * Warns about parts of a valid blueprint that have no effect for now: rules that refer to steps of the draft only or to
 * fields that no step asks for, color types of another taxonomy, empty lists, sets that cannot be filled, webhook secrets of an
 * unusual length, a popup outside of the top layer, a chat without a privacy notice. Each may be meant.
 * @param taxonomy - of the company, as it will be.
 */
export function warnAboutBlueprint(
  blueprint: Blueprint,
  existing: ExistingCompany,
  taxonomy: ColorTaxonomy,
): Problem[] {
  const warnings: Problem[] = [];
  const warn = (path: Path, message: string) => warnings.push({ path: jsonPointer(path), message });
  const types: readonly string[] = COLOR_TAXONOMIES[taxonomy];
  const other = `The company's taxonomy is ${taxonomy}, which has no such color type; it must be one of ${types.join(', ')}.`;
  const isOther = (type: string) => !types.includes(type.trim().toUpperCase());
  const colorTags = (tags: readonly string[], path: Path): void => {
    for (const [index, tag] of tags.entries()) {
      const { namespace, value } = splitTag(normalizeTag(tag) ?? tag) ?? {};
      if (namespace === COLOR_TYPE_NAMESPACE && isOther(value as string)) warn([...path, index], other);
    }
  };

  if (blueprint.settings) {
    warnAboutComponentSettings(blueprint.settings, ['settings'], warn);
    warnAboutTheme(blueprint.settings.theme, ['settings', 'theme'], warn);
    const { chat, privacyUrl, components } = blueprint.settings;
    const { language } = getChatOwner(blueprint, existing);
    warnAboutChatSettings(chat, { language, privacyUrl, isOn: components.chat }, ['settings', 'chat'], warn);
  }
  if (blueprint.webhook) warnAboutWebhook(blueprint.webhook, ['webhook'], warn);
  for (const list of ['products', 'variants'] as const) {
    for (const [id, tags] of Object.entries(blueprint.tagging?.[list] ?? {})) colorTags(tags, ['tagging', list, id]);
  }
  for (const [index, product] of (blueprint.catalog?.products ?? []).entries()) {
    const at = ['catalog', 'products', index];
    colorTags(product.tags, [...at, 'tags']);
    for (const [place, { tags }] of product.variants.entries()) colorTags(tags, [...at, 'variants', place, 'tags']);
  }
  for (const [index, set] of (blueprint.sets ?? []).entries()) {
    const places = 'size' in set ? set.products.reduce((sum, { max }) => sum + max, 0) : 0;
    if ('size' in set && set.size > places)
      warn(['sets', index, 'size'], `This set is never complete: its products fill at most ${places} places.`);
  }
  for (const [index, funnel] of (blueprint.funnels ?? []).entries()) {
    if (funnel.archived) continue;
    for (const version of ['published', 'draft'] as const) {
      for (const [place, step] of (funnel[version]?.steps ?? []).entries())
        warnAboutStepSettings(step, ['funnels', index, version, 'steps', place, 'settings'], warn);
    }
    const versions = listVersions(funnel, existing);
    for (const [place, { when }] of (funnel.matching?.rules ?? []).entries()) {
      const at = ['funnels', index, 'matching', 'rules', place, 'when'];
      if (when) visitLeaves(when, (part, here) => warnAboutPart(part, here, versions), at);
    }
    if (funnel.resultPage?.enabled && !funnel.resultPage.tabs.some(({ enabled }) => enabled))
      warn(['funnels', index, 'resultPage', 'tabs'], PAGE_WITHOUT_TABS);
    for (const [place, { enabled, select }] of (funnel.resultPage?.tabs ?? []).entries()) {
      if (!enabled || select.tags.length + select.productIds.length + select.sets.length > 0) continue;
      const at = ['funnels', index, 'resultPage', 'tabs', place, 'select'];
      warn(at, 'This tab stays empty: select must name tags, productIds or sets, or enabled must be false.');
    }
  }
  return warnings;

  function warnAboutPart(part: ConditionLeaf, at: Path, versions: Versions): void {
    const list = 'in' in part ? 'in' : 'colorType';
    if ('in' in part ? part.in.length === 0 : 'colorType' in part && part.colorType.length === 0)
      warn([...at, list], 'This list is empty, so this part of the condition never holds.');
    if ('colorType' in part) {
      for (const [place, type] of part.colorType.entries()) {
        if (isOther(type)) warn([...at, 'colorType', place], other);
      }
    } else if ('field' in part) {
      const stepType = getStepType(part.field);
      const steps = [...(versions.published ?? []), ...(versions.draft ?? [])];
      if (!steps.some(({ type }) => type === stepType))
        warn([...at, 'field'], `The funnel has no ${stepType} step, so ${part.field} is never known.`);
    } else if ('step' in part) warnAboutStepPart(part, at, versions);
  }

  /** A version that is published lacks what only the draft has. What neither has is a problem, no warning. */
  function warnAboutStepPart(part: Extract<ConditionLeaf, { step: number }>, at: Path, versions: Versions): void {
    const [step, drafted] = [versions.published, versions.draft].map((steps) =>
      steps?.find(({ id }) => id === part.step),
    );
    if (!versions.published || !drafted) return;
    if (!step) {
      warn(
        [...at, 'step'],
        `Only the draft has step ${part.step}; shoppers cannot answer it until the draft is published.`,
      );
    } else if ('in' in part) {
      for (const [place, key] of part.in.entries()) {
        if (!findSelection(step, key) && findSelection(drafted, key))
          warn(
            [...at, 'in', place],
            `Only the draft has the option "${normalizeKey(key)}" of step ${part.step}; shoppers cannot choose it until the draft is published.`,
          );
      }
    }
  }
}

interface Versions {
  published: readonly Step[] | null;
  draft: readonly Step[] | null;
}

/** The funnel's versions as they will be. */
function listVersions(funnel: FunnelBlueprint, existing: ExistingCompany): Versions {
  const before = existing.funnels.find(({ subdomain }) => subdomain === funnel.subdomain);
  return {
    published: funnel.published?.steps ?? before?.published ?? null,
    draft: (funnel.draft === undefined ? before?.draft : funnel.draft?.steps) ?? null,
  };
}
