import { completeSettings, type MatchingConfig, type SettingsBlueprint } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
import {
  createPartialBlueprint,
  type FunnelName,
  findParts,
  isDifferent,
  listParts,
  listPartsIn,
  pointToParts,
  type SettingsPart,
} from './settings-parts.js';

/** A funnel, and when its first version was made. */
export interface FunnelOrigin extends FunnelName {
  /** null: it has no version. */
  firstVersionAt: Date | null;
}

/** A version of the settings, and what surrounds it. Configurations are `MatchingConfig` of libs/domain: JSON. */
export interface RollbackInput {
  targetJson: Uint8Array;
  /** When the version came into force. */
  targetAt: Date;
  currentJson: Uint8Array;
  funnels: readonly FunnelOrigin[];
  /** Names of parts; empty: all that differ. */
  parts: readonly string[];
}

/** The blueprint that a rollback applies: JSON, and the sub-domains of its funnels in its order. */
export interface RollbackPlan {
  blueprintJson: Buffer;
  subdomains: string[];
}

/**
 * The blueprint that gives parts of the settings the values of an earlier version. Without names of parts it has all that
 * differ, but those of a funnel that was made after the version: it is no part of it and is left alone.
 * @throws ServiceError INVALID_REQUEST for a name that no part has; INVALID_BLUEPRINT when this release does not know a part.
 */
export function planRollback({ targetJson, targetAt, currentJson, funnels, parts }: RollbackInput): RollbackPlan {
  const target = json.decode<MatchingConfig>(targetJson);
  const chosen =
    parts.length > 0 ? namedParts(parts, funnels) : differingParts(target, targetAt, json.decode(currentJson), funnels);
  const blueprint = complete(createPartialBlueprint(target, chosen));
  return {
    blueprintJson: json.encode(blueprint),
    subdomains: listSubdomains(blueprint),
  };
}

/**
 * Settings as a blueprint of the funnels that are not archived: JSON.
 * @param configJson - `MatchingConfig` of libs/domain: JSON.
 * @throws ServiceError INVALID_BLUEPRINT when this release does not know a part.
 */
export function toSettingsBlueprint(configJson: Uint8Array, funnels: readonly FunnelName[]): Buffer {
  const config = json.decode<MatchingConfig>(configJson);
  return json.encode(complete(createPartialBlueprint(config, listPartsIn(config, funnels))));
}

const listSubdomains = ({ funnels = [] }: SettingsBlueprint): string[] => funnels.map(({ subdomain }) => subdomain);

function complete(stored: SettingsBlueprint): SettingsBlueprint {
  const { settings, problems } = completeSettings(stored);
  if (problems.length === 0) return settings;
  const details = pointToParts(problems, listSubdomains(stored));
  throw new ServiceError('INVALID_BLUEPRINT', 'The earlier settings are not understood any more.', { details });
}

function namedParts(names: readonly string[], funnels: readonly FunnelName[]): SettingsPart[] {
  const { parts, problems: details } = findParts(names, funnels);
  if (details.length === 0) return parts;
  throw new ServiceError('INVALID_REQUEST', 'Nothing was rolled back; details list what to change.', { details });
}

function differingParts(
  target: MatchingConfig,
  targetAt: Date,
  current: MatchingConfig,
  funnels: readonly FunnelOrigin[],
): SettingsPart[] {
  // A funnel without versions has no match that could be restored.
  const isNewer = ({ id, firstVersionAt }: FunnelOrigin): boolean =>
    !Object.hasOwn(target.funnels, id) && (firstVersionAt === null || firstVersionAt > targetAt);
  return listParts(funnels.filter((funnel) => !isNewer(funnel))).filter((part) => isDifferent(target, current, part));
}
