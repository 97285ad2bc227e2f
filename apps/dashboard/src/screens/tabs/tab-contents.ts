import type { Assortment, ProductSet, ResultPage, Tab } from '@svc/domain';
import type { Catalog } from '../../shared/targets/catalog.js';

/** What stands on the tabs of a result page, whatever a shopper answers. */
export interface TabContents {
  /** By the key of each tab: the variants that it selects, and those that no other enabled tab does. */
  tabs: ReadonlyMap<string, { selected: readonly string[]; onlyHere: readonly string[] }>;
  /** Variants of the assortment on no enabled tab: shoppers never see them there. */
  missing: readonly string[];
}

/** docs/matching.md M8. Of a catalog that is not complete nothing is said. */
export function findContents(
  { tabs }: ResultPage,
  { catalog, assortment, sets }: { catalog: Catalog; assortment: Assortment; sets: readonly ProductSet[] },
): TabContents {
  const isWhole = assortment.tags.length + assortment.productIds.length === 0;
  const offered = isWhole ? catalog.matrix.variants.id : catalog.listTargets(assortment);
  const inAssortment = new Set(offered);
  const selections = tabs.map((tab) => ({
    tab,
    selected: select(tab, catalog, sets).filter((id) => inAssortment.has(id)),
  }));
  const places = new Map<string, number>();
  for (const { tab, selected } of selections) {
    if (tab.enabled) for (const id of selected) places.set(id, (places.get(id) ?? 0) + 1);
  }
  return {
    tabs: new Map(
      selections.map(({ tab, selected }) => [
        tab.key,
        { selected, onlyHere: tab.enabled ? selected.filter((id) => places.get(id) === 1) : [] },
      ]),
    ),
    missing: offered.filter((id) => !places.has(id)),
  };
}

function select({ select: target }: Tab, catalog: Catalog, sets: readonly ProductSet[]): string[] {
  const own = sets.filter(({ key }) => target.sets.includes(key)).map(({ variantId }) => variantId);
  return catalog.listTargets({ ...target, variantIds: own });
}
