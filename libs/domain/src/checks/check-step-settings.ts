import { isContactField } from '../answers/answer-fields.js';
import { normalizeKey } from '../answers/option-keys.js';
import type { LocalizedText } from '../funnel/localize.js';
import { listTypesReading, readsSetting, type StepSetting } from '../funnel/step-types.js';
import type { Step } from '../funnel/steps.js';
import { MAX_CONSENT_VERSION_LENGTH, MAX_SELECTIONS } from '../limits.js';
import { readSwatches } from '../page/swatch-colors.js';
import { isHexColor } from './check-catalog.js';
import { checkCount, checkInteger, checkLocalized, checkName } from './check-values.js';
import type { Path, Problems } from './problems.js';

/** Settings that not every step reads. */
const TYPED_SETTINGS: readonly StepSetting[] = [
  ...(['fields', 'consentText', 'consentVersion', 'maxSelections', 'swatches'] as const),
];

/**
 * Checks the settings that the page knows (`PageStepSettings`); others are the merchant's own and may be anything. A setting
 * that is null is as good as absent. docs/management.md "Settings of a step".
 */
export function checkStepSettings({ settings }: Step, path: Path, problems: Problems): void {
  const { description, consentText, fields, consentVersion, maxSelections, swatches } = settings;
  checkText(description, [...path, 'description'], problems);
  checkText(consentText, [...path, 'consentText'], problems);
  if (isGiven(fields)) checkFields(fields, [...path, 'fields'], problems);
  if (isGiven(consentVersion)) {
    const at = [...path, 'consentVersion'];
    if (typeof consentVersion !== 'string') problems.add(at, 'consentVersion must be a text, for example "2026-11".');
    else checkName(consentVersion, at, problems, MAX_CONSENT_VERSION_LENGTH);
  }
  if (isGiven(maxSelections))
    checkInteger(maxSelections as number, [1, MAX_SELECTIONS], [...path, 'maxSelections'], problems);
  if (isGiven(swatches)) checkSwatches(swatches, [...path, 'swatches'], problems);
}

/** Settings that no page reads on a step of this type. */
export function warnAboutStepSettings(step: Step, path: Path, warn: (path: Path, message: string) => void): void {
  for (const setting of TYPED_SETTINGS) {
    if (!isGiven(step.settings[setting]) || readsSetting(step.type, setting)) continue;
    const types = listTypesReading(setting).join(' and ');
    warn([...path, setting], `This setting has no effect here: only ${types} steps read it.`);
  }
  const keys = new Set(step.selections.map(({ key }) => normalizeKey(key)));
  for (const key of readSwatches(step).keys()) {
    if (!keys.has(key))
      warn([...path, 'swatches', key], 'This color has no effect: no option of the step has this key.');
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

function checkSwatches(value: unknown, path: Path, problems: Problems): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.add(path, 'swatches must be colors by option key, such as { "warm": "#c98f5a" }.');
    return;
  }
  const colors = Object.entries(value);
  checkCount(colors, MAX_SELECTIONS, 'colors', path, problems);
  for (const [key, color] of colors) {
    if (typeof color !== 'string' || !isHexColor(color))
      problems.add([...path, key], 'The color must be #rrggbb, for example #c98f5a.');
  }
}

/** A text by language, or a string as the default text. */
function checkText(value: unknown, path: Path, problems: Problems): void {
  if (!isGiven(value)) return;
  const text = typeof value === 'string' ? { default: value } : value;
  if (typeof text !== 'object' || Array.isArray(text))
    problems.add(path, 'The value must be a text, or texts by language such as { "default": "…", "de": "…" }.');
  else {
    const wrong = Object.entries(text as object).filter(([, entry]) => typeof entry !== 'string');
    for (const [tag] of wrong) problems.add([...path, tag], 'The value must be a text.');
    if (wrong.length === 0) checkLocalized(text as LocalizedText, path, problems, true);
  }
}

function checkFields(fields: unknown, path: Path, problems: Problems): void {
  const hint =
    'fields must name some of firstName, lastName and email, each once, in the order in which the step asks for them.';
  if (!Array.isArray(fields) || fields.length === 0) {
    problems.add(path, hint);
    return;
  }
  fields.forEach((field, index) => {
    if (!isContactField(field) || fields.indexOf(field) < index) problems.add([...path, index], hint);
  });
}
