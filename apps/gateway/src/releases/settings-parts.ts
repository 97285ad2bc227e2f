import {
  type Blueprint,
  DEFAULT_ASSORTMENT,
  DEFAULT_MATCHING,
  DEFAULT_RESULT_PAGE,
  type FunnelMatching,
  type MatchingConfig,
} from '@svc/domain';
import { canonicalJson, type ErrorDetail } from '@svc/kit';
import type { FunnelState } from '@svc/proto';

export const FUNNEL_PARTS = ['assortment', 'matching', 'resultPage'] as const;
type FunnelPart = (typeof FUNNEL_PARTS)[number];

/** A part of a company's settings: `tagging`, `sets`, or one of a funnel. */
export type SettingsPart = { key: 'tagging' | 'sets' } | { key: FunnelPart; funnel: FunnelState };

export const getPartName = (part: SettingsPart): string =>
  'funnel' in part ? `funnels/${part.funnel.subdomain}/${part.key}` : part.key;

/** Paths with funnel ids, as matcher-svc names them, with sub-domains: `funnels/<id>/matching` → `funnels/beauty/matching`. */
export function withSubdomains(paths: readonly string[], funnels: readonly FunnelState[]): string[] {
  return paths.map((path) => {
    const [first, id, ...rest] = path.split('/');
    const funnel = first === 'funnels' ? funnels.find(({ funnelId }) => funnelId === id) : undefined;
    return funnel ? ['funnels', funnel.subdomain, ...rest].join('/') : path;
  });
}

/** Every part that a company can have. Archived funnels are left alone. */
export const listParts = (funnels: readonly FunnelState[]): SettingsPart[] => [
  { key: 'tagging' },
  { key: 'sets' },
  ...funnels.flatMap((funnel) => (funnel.archived ? [] : FUNNEL_PARTS.map((key): SettingsPart => ({ key, funnel })))),
];

/** The parts that a configuration says something about; funnels that are there and not archived. */
export const listPartsIn = ({ funnels: known }: MatchingConfig, funnels: readonly FunnelState[]): SettingsPart[] =>
  listParts(funnels).filter((part) => !('funnel' in part) || Object.hasOwn(known, part.funnel.funnelId));

/** The parts that a request names, or what is wrong with them. */
export function findParts(
  names: readonly string[],
  funnels: readonly FunnelState[],
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

function adviceFor(name: string, funnels: readonly FunnelState[]): string {
  const subdomains = funnels.filter(({ archived }) => !archived).map(({ subdomain }) => subdomain);
  const [first, subdomain] = name.split('/');
  if (first === 'funnels' && subdomain !== undefined && !subdomains.includes(subdomain)) {
    return subdomains.length === 0
      ? 'the company has no funnels'
      : `its funnels are ${subdomains.slice(0, 12).join(', ')}`;
  }
  const example = subdomains[0] ?? 'beauty';
  return `use tagging, sets, or ${FUNNEL_PARTS.map((key) => `funnels/${example}/${key}`).join(', ')}`;
}

/** A part of a configuration; its default where it says nothing. */
export const getPart = (config: MatchingConfig, part: SettingsPart): unknown =>
  'funnel' in part ? funnelIn(config, part.funnel.funnelId)[part.key] : config[part.key];

/** Whether two configurations differ in a part, whatever the order of keys. */
export const isDifferent = (a: MatchingConfig, b: MatchingConfig, part: SettingsPart): boolean =>
  canonicalJson(getPart(a, part)) !== canonicalJson(getPart(b, part));

/** The blueprint that gives these parts the values of a configuration and says nothing else. */
export function createPartialBlueprint(config: MatchingConfig, parts: readonly SettingsPart[]): Blueprint {
  const company: Record<string, unknown> = {};
  const funnels = new Map<string, Record<string, unknown>>();
  for (const part of parts) {
    if ('funnel' in part) {
      const { subdomain } = part.funnel;
      funnels.set(subdomain, { ...(funnels.get(subdomain) ?? { subdomain }), [part.key]: getPart(config, part) });
    } else company[part.key] = getPart(config, part);
  }
  return { ...company, ...(funnels.size > 0 ? { funnels: [...funnels.values()] } : {}) } as Blueprint;
}

/**
 * Pointers into a blueprint that the caller never saw, as names of parts: `/funnels/0/matching/rules/2` →
 * `/funnels/beauty/matching/rules/2`.
 */
export function pointToParts(details: readonly ErrorDetail[], { funnels = [] }: Blueprint): ErrorDetail[] {
  return details.map((detail) => {
    const [, first, index, ...rest] = detail.path.split('/');
    const funnel = first === 'funnels' ? funnels[Number(index)] : undefined;
    return funnel ? { ...detail, path: ['', 'funnels', funnel.subdomain, ...rest].join('/') } : detail;
  });
}

const DEFAULT_FUNNEL: FunnelMatching = {
  assortment: DEFAULT_ASSORTMENT,
  matching: DEFAULT_MATCHING,
  resultPage: DEFAULT_RESULT_PAGE,
};

const funnelIn = ({ funnels }: MatchingConfig, funnelId: string): FunnelMatching =>
  Object.hasOwn(funnels, funnelId) ? (funnels[funnelId] as FunnelMatching) : DEFAULT_FUNNEL;
