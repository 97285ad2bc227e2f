import { normalizeKey } from '../answers/option-keys.js';
import { builtInKeys } from '../funnel/built-in-selections.js';
import { isCustomStep, type Selection, type Step } from '../funnel/steps.js';
import { MAX_FORMER, MAX_SELECTIONS, MAX_STEP_ID } from '../limits.js';
import { checkTags } from './check-tags.js';
import { checkCount, checkInteger, checkKey, checkLocalized, checkUnique, checkUrl } from './check-values.js';
import type { Path, Problems } from './problems.js';

/**
 * Checks the options of a step. Option keys that differ only in letter case are the same.
 * docs/management.md "Steps", "What the file contains".
 */
export function checkSelections(step: Step, path: Path, problems: Problems): void {
  const { selections } = step;
  const known = builtInKeys(step.type);
  checkCount(selections, MAX_SELECTIONS, 'options', path, problems);
  if (isCustomStep(step)) {
    if (selections.length === 0)
      problems.add(path, `A ${step.type} step must list its options: it has none of its own.`);
  } else if (known.length === 0 && selections.length > 0)
    problems.add(path, `A ${step.type} step must have no options.`);
  checkUnique(
    selections,
    (selection) => normalizeKey(selection.key),
    { path, field: 'key', what: 'key (letter case does not count)' },
    problems,
  );
  selections.forEach((selection, index) => {
    const at = [...path, index];
    checkSelection(selection, at, problems);
    if (known.length > 0 && !known.some((key) => normalizeKey(key) === normalizeKey(selection.key)))
      problems.add([...at, 'key'], `The key must be a value of ${step.type}: ${known.join(', ')}.`);
  });
  checkFormerKeys(selections, path, problems);
}

function checkSelection(selection: Selection, at: Path, problems: Problems): void {
  checkKey(selection.key, [...at, 'key'], problems);
  checkInteger(selection.orderNumber, [-MAX_STEP_ID, MAX_STEP_ID], [...at, 'orderNumber'], problems);
  checkLocalized(selection.caption, [...at, 'caption'], problems, true);
  checkUrl(selection.imageUrl, [...at, 'imageUrl'], problems);
  for (const list of ['require', 'prefer', 'avoid'] as const) {
    checkTags(selection.tags[list], [...at, 'tags', list], problems);
  }
}

/** One former key may belong to one option only, or an old answer would have two meanings. */
function checkFormerKeys(selections: readonly Selection[], path: Path, problems: Problems): void {
  const owner = new Map<string, number>();
  selections.forEach((selection, index) => {
    const at = [...path, index, 'formerKeys'];
    checkCount(selection.formerKeys, MAX_FORMER, 'former keys', at, problems);
    selection.formerKeys.forEach((key, place) => {
      const before = owner.get(normalizeKey(key));
      if (before === undefined) owner.set(normalizeKey(key), index);
      else if (before !== index)
        problems.add(
          [...at, place],
          `The former key must belong to one option only: option ${before} of this step lists it too.`,
        );
      checkKey(key, [...at, place], problems);
    });
  });
}
