import { FUNNEL_MATCHING_PARTS, funnelIn, type MatchingConfig, type SettingsBlueprint } from '@svc/domain';
import { canonicalJson, type ErrorDetail } from '@svc/kit';

/** A funnel of a company, archived or not, by id and sub-domain. */
export interface FunnelName {
  id: string;
  subdomain: string;
  archived: boolean;
}

type FunnelPart = (typeof FUNNEL_MATCHING_PARTS)[number];

/** A part of a company's settings: `tagging`, `sets`, or one of a funnel. */
export type SettingsPart = { key: 'tagging' | 'sets' } | { key: FunnelPart; funnel: FunnelName };

export const getPartName = (part: SettingsPart): string =>
  'funnel' in part ? `funnels/${part.funnel.subdomain}/${part.key}` : part.key;

/** Every part that a company can have. Archived funnels are left alone. */
export const listParts = (funnels: readonly FunnelName[]): SettingsPart[] => [
  { key: 'tagging' },
  { key: 'sets' },
  ...funnels.flatMap((funnel) =>
    funnel.archived ? [] : FUNNEL_MATCHING_PARTS.map((key): SettingsPart => ({ key, funnel })),
  ),
];

/** The parts that a configuration says something about; funnels that are there and not archived. */
export const listPartsIn = ({ funnels: known }: MatchingConfig, funnels: readonly FunnelName[]): SettingsPart[] =>
  listParts(funnels).filter((part) => !('funnel' in part) || Object.hasOwn(known, part.funnel.id));

/** The parts that a request names, or what is wrong with them. */
export function findParts(
  names: readonly string[],
  funnels: readonly FunnelName[],
): { parts: SettingsPart[]; problems: ErrorDetail[] } {
  const known = new Map(listParts(funnels).map((part) => [getPartName(part), part]));
  const parts: SettingsPart[] = [];
  const problems: ErrorDetail[] = [];
  for (const [index, name] of names.entries()) {
    const part = known.get(name);
    if (part && !parts.includes(part)) parts.push(part);
    if (!part)
      problems.push({ path: `/parts/${index}`, message: `There is no such part; ${adviceFor(name, funnels)}.` });
  }
  return { parts, problems };
}

/** The part with this name, of a funnel that is not archived; undefined: there is none. The tagging is none: it has operations. */
export const findPart = (name: string, funnels: readonly FunnelName[]): SettingsPart | undefined =>
  listParts(funnels).find((part) => part.key !== 'tagging' && getPartName(part) === name);

function adviceFor(name: string, funnels: readonly FunnelName[]): string {
  const subdomains = funnels.filter(({ archived }) => !archived).map(({ subdomain }) => subdomain);
  const [first, subdomain] = name.split('/');
  if (first === 'funnels' && subdomain !== undefined && !subdomains.includes(subdomain)) {
    return subdomains.length === 0
      ? 'the company has no funnels'
      : `its funnels are ${subdomains.slice(0, 12).join(', ')}`;
  }
  const example = subdomains[0] ?? 'beauty';
  return `use tagging, sets, or ${FUNNEL_MATCHING_PARTS.map((key) => `funnels/${example}/${key}`).join(', ')}`;
}

/** A part of a configuration; its default where it says nothing. */
export const getPart = (config: MatchingConfig, part: SettingsPart): unknown =>
  'funnel' in part ? funnelIn(config, part.funnel.id)[part.key] : config[part.key];

/** Whether two configurations differ in a part, whatever the order of keys. */
export const isDifferent = (a: MatchingConfig, b: MatchingConfig, part: SettingsPart): boolean =>
  canonicalJson(getPart(a, part)) !== canonicalJson(getPart(b, part));

/** The blueprint that gives these parts the values of a configuration and says nothing else. */
export function createPartialBlueprint(config: MatchingConfig, parts: readonly SettingsPart[]): SettingsBlueprint {
  const company: Record<string, unknown> = {};
  const funnels = new Map<string, Record<string, unknown>>();
  for (const part of parts) {
    if ('funnel' in part) {
      const { subdomain } = part.funnel;
      funnels.set(subdomain, { ...(funnels.get(subdomain) ?? { subdomain }), [part.key]: getPart(config, part) });
    } else company[part.key] = getPart(config, part);
  }
  return { ...company, ...(funnels.size > 0 ? { funnels: [...funnels.values()] } : {}) } as SettingsBlueprint;
}

/**
 * Pointers into a blueprint that the caller never saw, as names of parts: `/funnels/0/matching/rules/2` →
 * `/funnels/beauty/matching/rules/2`.
 * @param subdomains - of the funnels of the blueprint, in its order.
 */
export function pointToParts(details: readonly ErrorDetail[], subdomains: readonly string[]): ErrorDetail[] {
  return details.map((detail) => {
    const [, first, index, ...rest] = detail.path.split('/');
    const subdomain = first === 'funnels' ? subdomains[Number(index)] : undefined;
    return subdomain === undefined ? detail : { ...detail, path: ['', 'funnels', subdomain, ...rest].join('/') };
  });
}
