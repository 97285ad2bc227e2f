import { MAX_STEP_ID, MAX_TABS } from '../limits.js';
import type { ResultPage } from '../matching/matching-settings.js';
import { checkTarget } from './check-tags.js';
import { checkCount, checkInteger, checkKey, checkLocalized, checkUnique } from './check-values.js';
import type { Path, Problems } from './problems.js';

/**
 * Checks `funnels[].resultPage`.
 * @param setKeys - keys of the company's sets, as they will be.
 */
export function checkResultPage(page: ResultPage, setKeys: ReadonlySet<string>, path: Path, problems: Problems): void {
  const at = [...path, 'tabs'];
  checkCount(page.tabs, MAX_TABS, 'tabs', at, problems);
  checkUnique(page.tabs, (tab) => tab.key, { path: at, field: 'key', what: 'key' }, problems);
  page.tabs.forEach((tab, index) => {
    const here = [...at, index];
    checkKey(tab.key, [...here, 'key'], problems);
    checkLocalized(tab.name, [...here, 'name'], problems);
    if (tab.description) checkLocalized(tab.description, [...here, 'description'], problems, true);
    if (tab.maxItemsToShow !== null)
      checkInteger(tab.maxItemsToShow, [1, MAX_STEP_ID], [...here, 'maxItemsToShow'], problems);
    checkTarget(tab.select, [...here, 'select'], problems);
    tab.select.sets.forEach((key, place) => {
      if (!setKeys.has(key))
        problems.add([...here, 'select', 'sets', place], `There is no set with this key; ${known(setKeys)}.`);
    });
  });
}

const known = (setKeys: ReadonlySet<string>): string =>
  setKeys.size === 0
    ? 'the company has no sets, so the list must be empty'
    : `it must be one of ${[...setKeys].slice(0, 12).join(', ')}`;
