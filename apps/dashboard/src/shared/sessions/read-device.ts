/** Products by the token of the user agent that only they have; before the ones whose tokens they also send. */
const PROGRAMS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/\S+.*\bSafari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;

export interface Device {
  /** A browser, or the first product that a program names, as `curl`. */
  program?: string;
  system?: string;
}

const find = (userAgent: string, names: readonly (readonly [string, RegExp])[]): string | undefined =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0];

/** Which browser on which system sent a user agent, without versions; what is not recognized is absent. docs/dashboard.md Y82.1. */
export function readDevice(userAgent: string): Device {
  const product = /^([\w.-]{1,40})(?:\/|$)/.exec(userAgent)?.[1];
  const program = find(userAgent, PROGRAMS) ?? (product === 'Mozilla' ? undefined : product);
  const system = find(userAgent, SYSTEMS);
  return { ...(program === undefined ? {} : { program }), ...(system === undefined ? {} : { system }) };
}
