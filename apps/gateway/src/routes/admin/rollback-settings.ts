import type { Blueprint, MatchingConfig } from '@svc/domain';
import { type ErrorDetail, json, ServiceError } from '@svc/kit';
import type { FunnelState } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import type { Handler } from '../../context.js';
import { completeBlueprint } from '../../releases/complete-blueprint.js';
import { allVersions } from '../../releases/funnel-history.js';
import {
  allParts,
  blueprintOf,
  differ,
  findParts,
  pointToParts,
  type SettingsPart,
} from '../../releases/settings-parts.js';
import { settingsRollbackRequest } from '../../schemas/releases.js';
import { companyOf, handleOf } from './company-id.js';
import { readOptionalBody } from './optional-body.js';
import { sendJson } from './send.js';

type Deps = {
  funnel: Pick<Clients['funnel'], 'getCompanyState'>;
  funnelAdmin: Pick<Clients['funnelAdmin'], 'getCompany' | 'applyBlueprint' | 'listVersions'>;
  matcherAdmin: Pick<Clients['matcherAdmin'], 'getConfig'>;
  release: Pick<Clients['release'], 'getConfigVersion'>;
};

const MAX_BODY_BYTES = 64 * 1024;

/** What a settings version held, and when it came into force. */
interface Target {
  config: MatchingConfig;
  createdAt: Date | undefined;
}

/**
 * POST …/settings/rollback: gives tagging, sets and the funnels' matching settings, or the named parts of them, the values
 * that they had in an earlier version. It is an ordinary apply: all checks run, nothing changes when one fails, and what is
 * in force then is a new version. Answers what apply answers. Release safety, "Rollback"; ADR 17.
 */
export function rollbackSettings(deps: Deps): Handler {
  return async (ctx) => {
    const { companyId } = await companyOf(deps, ctx);
    const request = await readOptionalBody(ctx, settingsRollbackRequest, 'Nothing was rolled back', MAX_BODY_BYTES);
    const [target, { configJson }, { funnels }] = await Promise.all([
      readTarget(deps, companyId, request.version),
      deps.matcherAdmin.getConfig({ companyId }),
      deps.funnel.getCompanyState({ companyId }),
    ]);
    const current = json.decode<MatchingConfig>(configJson);
    const parts = request.parts
      ? namedParts(request.parts, funnels)
      : await differingParts(deps, companyId, { target, current, funnels });
    const blueprint = blueprintOf(target.config, parts);
    try {
      const { body } = await deps.funnelAdmin.applyBlueprint(
        { handle: handleOf(ctx), blueprintJson: json.encode(completeBlueprint(blueprint)) },
        { timeoutMs: TIMEOUT_MS.apply },
      );
      sendJson(ctx, 200, withPartNames(body, blueprint));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'INVALID_BLUEPRINT') throw error;
      const message = `Version ${request.version} does not fit what is there now; nothing was changed.`;
      throw new ServiceError(error.code, message, { details: pointToParts(error.details, blueprint) });
    }
  };
}

/** The answer of the apply; its warnings point to parts, since the caller never saw the blueprint. */
function withPartNames(body: Uint8Array, blueprint: Blueprint): unknown {
  const answer = json.decode<{ warnings?: ErrorDetail[] }>(body);
  return answer.warnings ? { ...answer, warnings: pointToParts(answer.warnings, blueprint) } : answer;
}

async function readTarget({ release }: Deps, companyId: string, version: number): Promise<Target> {
  const found = await release.getConfigVersion({ companyId, version }).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    throw new ServiceError('VERSION_NOT_FOUND', `${error.message} See the list of versions.`);
  });
  return { config: json.decode<MatchingConfig>(found.configJson), createdAt: found.version?.createTime };
}

function namedParts(names: readonly string[], funnels: readonly FunnelState[]): SettingsPart[] {
  const { parts, problems } = findParts(names, funnels);
  if (problems.length === 0) return parts;
  throw new ServiceError('INVALID_REQUEST', 'Nothing was rolled back; details list what to change.', {
    details: problems,
  });
}

/** Every part that differs. A funnel that was made after the version is no part of it and is left alone. */
async function differingParts(
  deps: Deps,
  companyId: string,
  { target, current, funnels }: { target: Target; current: MatchingConfig; funnels: readonly FunnelState[] },
): Promise<SettingsPart[]> {
  const differing = allParts(funnels).filter((part) => differ(target.config, current, part));
  const unknown = new Set(
    differing.flatMap((part) => ('funnel' in part && !isIn(target.config, part.funnel) ? [part.funnel] : [])),
  );
  const newer = new Set<FunnelState>();
  for (const funnel of unknown) if (await isMadeAfter(deps, companyId, funnel, target.createdAt)) newer.add(funnel);
  return differing.filter((part) => !('funnel' in part && newer.has(part.funnel)));
}

const isIn = ({ funnels }: MatchingConfig, { funnelId }: FunnelState): boolean => Object.hasOwn(funnels, funnelId);

/** By its first version; a funnel without versions has no match that could be restored. */
async function isMadeAfter(deps: Deps, companyId: string, { subdomain }: FunnelState, time: Date | undefined) {
  const first = (await allVersions(deps, companyId, subdomain)).at(-1)?.createTime;
  return !first || !time || first > time;
}
