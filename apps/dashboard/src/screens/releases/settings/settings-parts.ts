import { compareValues, type Difference, FUNNEL_MATCHING_PARTS, ORDER } from '@svc/domain';

/** The settings of a version: parts of a company file, which are compared as they are. */
export interface Settings {
  tagging?: unknown;
  sets?: unknown;
  funnels: readonly FunnelSettings[];
}

export interface FunnelSettings {
  subdomain: string;
  assortment?: unknown;
  matching?: unknown;
  resultPage?: unknown;
}

/** One part of the settings that can be restored by itself, with what differs in it. */
export interface PartDifference {
  /** `tagging`, `sets` or `funnels/<sub-domain>/matching` …, as the service names it. */
  part: string;
  differences: Difference[];
  before: unknown;
  after: unknown;
}

/** What a rollback to `target` would change, by part. Funnels that one of the versions does not have are not changed by it. */
export function compareSettings(present: Settings, target: Settings): PartDifference[] {
  const compare = (part: string, before: unknown, after: unknown): PartDifference => ({
    part,
    differences: compareValues(before, after),
    before,
    after,
  });
  const parts: PartDifference[] = [
    compare('tagging', present.tagging ?? null, target.tagging ?? null),
    compare('sets', present.sets ?? [], target.sets ?? []),
  ];
  for (const funnel of target.funnels) {
    const before = present.funnels.find(({ subdomain }) => subdomain === funnel.subdomain);
    if (!before) continue;
    for (const name of FUNNEL_MATCHING_PARTS) {
      parts.push(compare(`funnels/${funnel.subdomain}/${name}`, before[name] ?? null, funnel[name] ?? null));
    }
  }
  return parts.filter(({ differences }) => differences.length > 0);
}

export interface PartName {
  part: 'tagging' | 'sets' | (typeof FUNNEL_MATCHING_PARTS)[number];
  /** Of the funnel that it belongs to. */
  subdomain?: string;
}

/** The name of a part in pieces. Undefined for one that this release of the dashboard does not know. */
export function readPartName(name: string): PartName | undefined {
  if (name === 'tagging' || name === 'sets') return { part: name };
  const [, subdomain, part] = /^funnels\/([^/]+)\/(\w+)$/.exec(name) ?? [];
  const known = FUNNEL_MATCHING_PARTS.find((each) => each === part);
  return subdomain !== undefined && known ? { part: known, subdomain } : undefined;
}

/** Where within a part a difference is, for people. */
export const toPlace = ({ path }: Difference): string => path.filter((name) => name !== ORDER).join(' › ');

export const isOrder = ({ path }: Difference): boolean => path.at(-1) === ORDER;
