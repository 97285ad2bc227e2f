import type { Blueprint } from '../blueprint/blueprint.js';
import { checkCatalog, checkTagging } from './check-catalog.js';
import { checkCompany } from './check-company.js';
import { checkFunnels, subdomainsAfter } from './check-funnels.js';
import { checkSets } from './check-sets.js';
import { checkStorable } from './check-storable.js';
import { type ExistingCompany, NO_COMPANY } from './existing-company.js';
import { createProblems, type Problem } from './problems.js';

/**
 * Everything that is wrong with a blueprint whose structure is right (types checked, defaults filled in); [] when it can be
 * applied. Checks the whole file and reports all problems together, in file order by section. docs/management.md "Applying". Pure.
 */
export function checkBlueprint(blueprint: Blueprint, existing: ExistingCompany = NO_COMPANY): Problem[] {
  const problems = createProblems();
  const funnels = blueprint.funnels ?? [];
  const setKeys = new Set(blueprint.sets?.map((set) => set.key) ?? existing.setKeys);
  checkCompany(blueprint, existing, subdomainsAfter(funnels, existing), problems);
  if (blueprint.tagging) checkTagging(blueprint.tagging, ['tagging'], problems);
  if (blueprint.sets) checkSets(blueprint.sets, ['sets'], problems);
  if (blueprint.catalog) checkCatalog(blueprint.catalog.products, ['catalog', 'products'], problems);
  checkFunnels(funnels, existing, setKeys, problems);
  checkStorable(blueprint, new Set(problems.list().map(({ path }) => path)), problems);
  return problems.list();
}
