import { type ComponentSettings, isTrackingParameter } from '../components/component-settings.js';
import { MAX_ATTRIBUTION_DAYS, MAX_TRACKING_PARAMETERS, MAX_Z_INDEX } from '../limits.js';
import { checkCount, checkInteger, checkUnique } from './check-values.js';
import type { Path, Problems } from './problems.js';

/** Checks what a company decides about the browser components. docs/management.md "Browser components". */
export function checkComponentSettings(
  { defaultFunnel, zIndex, tracking }: ComponentSettings,
  subdomains: ReadonlySet<string>,
  path: Path,
  problems: Problems,
): void {
  if (defaultFunnel !== null && !subdomains.has(defaultFunnel))
    problems.add(
      [...path, 'defaultFunnel'],
      'defaultFunnel must be the sub-domain of a funnel of this company, or null.',
    );
  for (const [component, value] of Object.entries(zIndex)) {
    if (typeof value === 'number')
      checkInteger(value, [-MAX_Z_INDEX, MAX_Z_INDEX], [...path, 'zIndex', component], problems);
  }
  const { attributionDays, parameters } = tracking;
  checkInteger(attributionDays, [1, MAX_ATTRIBUTION_DAYS], [...path, 'tracking', 'attributionDays'], problems);
  const at = [...path, 'tracking', 'parameters'];
  checkCount(parameters, MAX_TRACKING_PARAMETERS, 'parameters', at, problems);
  checkUnique(parameters, (name) => name, { path: at, what: 'parameter' }, problems);
  parameters.forEach((name, index) => {
    if (!isTrackingParameter(name))
      problems.add([...at, index], 'The name of a parameter must have 1 to 64 letters, digits, "_", "-" and ".".');
  });
}

/** Warns about settings that cost more than they seem to. */
export function warnAboutComponentSettings(
  { zIndex }: ComponentSettings,
  path: Path,
  warn: (path: Path, message: string) => void,
): void {
  if (typeof zIndex.popup === 'number')
    warn(
      [...path, 'zIndex', 'popup'],
      "With a number, the popup is not in the browser's top layer, so parts of the shop page can cover it and stay usable behind it; use null unless something must stay above the popup.",
    );
}
