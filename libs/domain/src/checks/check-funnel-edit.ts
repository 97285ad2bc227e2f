import type { ColorTaxonomy } from '../answers/enums.js';
import type { FunnelBlueprint } from '../blueprint/blueprint.js';
import type { FunnelEditParts } from '../funnel/funnel-edit.js';
import { checkBlueprint } from './check-blueprint.js';
import type { ExistingFunnel } from './existing-company.js';
import { listWarnings, type Problem } from './problems.js';
import { warnAboutBlueprint } from './warn-about-blueprint.js';

/** Where the steps of an edit stand in the company file that makes a draft of them. */
const STEPS = '/funnels/0/draft';
const FUNNEL = '/funnels/0';

/**
 * Why no version can be made of an edit, and its parts without effect; paths are JSON pointers into the parts. Product sets that tabs
 * name are not looked up: applying does that.
 */
export function checkFunnelEdit(
  parts: FunnelEditParts,
  funnel: ExistingFunnel,
  taxonomy: ColorTaxonomy,
): { problems: Problem[]; warnings: Problem[] } {
  const blueprint = { funnels: [toEditedFunnel(parts, funnel.subdomain)] };
  const setKeys = parts.resultPage?.tabs.flatMap(({ select }) => select.sets) ?? [];
  const existing = { funnels: [funnel], setKeys };
  const problems = checkBlueprint(blueprint, existing).map(pointIntoEdit);
  const warnings = problems.length > 0 ? [] : warnAboutBlueprint(blueprint, existing, taxonomy);
  return { problems, warnings: listWarnings(warnings).map(pointIntoEdit) };
}

/** The funnel as a company file that makes a draft of an edit has it. */
export function toEditedFunnel({ steps, ...settings }: FunnelEditParts, subdomain: string): FunnelBlueprint {
  return { subdomain, ...settings, ...(steps ? { draft: { steps } } : {}) };
}

/** A finding of that company file as one of the edit. */
export function pointIntoEdit({ path, message }: Problem): Problem {
  const prefix = [STEPS, FUNNEL].find((start) => path.startsWith(`${start}/`)) ?? '';
  return { path: path.slice(prefix.length), message };
}
