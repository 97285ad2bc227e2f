import {
  DEFAULT_ASSORTMENT,
  DEFAULT_MATCHING,
  DEFAULT_RESULT_PAGE,
  type FunnelMatching,
  type MatchingConfig,
} from '@svc/domain';
import { type Db, funnelNotFound, json, ServiceError } from '@svc/kit';
import { lockEdit } from '../../db/funnel-edits.js';
import { getFingerprint } from '../../domain/company/fingerprint.js';
import type { Funnel } from '../../domain/funnel/funnel.js';
import type { ReleasedSettings, ReleaseMark } from '../../domain/funnel/funnel-release.js';
import type { ApplyParticipants } from './participants.js';

/** A read that only the history needs does not hold up a publish. */
const TIMEOUT_MS = 3_000;

/** What matching does for a company, with the version of the settings. */
export interface ReleasedConfig {
  version: number;
  config: Pick<MatchingConfig, 'sets' | 'funnels'>;
}

/** A release of one funnel, and the state that was read or checked; under the lock it must still be the same. */
export interface ExpectedRelease {
  funnelId: string;
  mark: ReleaseMark;
  publishedId: string | undefined;
  draftId: string | undefined;
  /** Of the edit that is released; undefined: none is. */
  revision: number | undefined;
  /** `getFingerprint` of the settings of the funnel; undefined: nothing was checked with them. */
  settings: string | undefined;
}

/** Undefined: matcher-svc does not answer. @throws ServiceError of another kind. */
export async function fetchReleasedConfig(
  matcher: Pick<ApplyParticipants['matcher'], 'getConfig'>,
  companyId: string,
): Promise<ReleasedConfig | undefined> {
  try {
    const request = { companyId, withoutTagging: true };
    const { configJson, version } = await matcher.getConfig(request, { timeoutMs: TIMEOUT_MS });
    return { version, config: json.decode<MatchingConfig>(configJson) };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** The settings of one funnel; the defaults if nothing is set. */
export function findReleasedSettings({ version, config }: ReleasedConfig, funnelId: string): ReleasedSettings {
  const settings: FunnelMatching = config.funnels[funnelId] ?? {
    assortment: DEFAULT_ASSORTMENT,
    matching: DEFAULT_MATCHING,
    resultPage: DEFAULT_RESULT_PAGE,
  };
  return { version, settings };
}

/**
 * Compares what is released with what was read or checked. Runs under the lock of the company.
 * @throws ServiceError PRECONDITION_FAILED, or UNAVAILABLE when the settings cannot be compared.
 */
export async function requireReleaseState(
  trx: Db,
  expected: ExpectedRelease,
  funnels: readonly Funnel[],
  config: ReleasedConfig | undefined,
): Promise<void> {
  const funnel = funnels.find(({ id }) => id === expected.funnelId);
  if (!funnel || funnel.archived) throw funnelNotFound();
  if (funnel.published?.id !== expected.publishedId || funnel.draft?.id !== expected.draftId) {
    throw hasChanged('The funnel got another version');
  }
  if (expected.revision !== undefined && (await lockEdit(trx, funnel.id)) !== expected.revision) {
    throw hasChanged('The edit was changed');
  }
  if (expected.settings === undefined) return;
  if (!config) {
    throw new ServiceError(
      'UNAVAILABLE',
      'The matching service does not answer; nothing was published. Please try again.',
    );
  }
  if (getFingerprint(findReleasedSettings(config, funnel.id).settings) !== expected.settings) {
    throw hasChanged('The settings were changed');
  }
}

const hasChanged = (what: string) =>
  new ServiceError(
    'PRECONDITION_FAILED',
    `${what} while it was released. Nothing was published. Review it, then release it again.`,
  );
