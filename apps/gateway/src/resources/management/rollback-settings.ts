import type { Blueprint, MatchingConfig } from '@svc/domain';
import { type ErrorDetail, json as encodedJson, ServiceError } from '@svc/kit';
import type { FunnelState } from '@svc/proto';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import { completeBlueprint } from '../../releases/complete-blueprint.js';
import { loadVersions } from '../../releases/funnel-history.js';
import {
  createPartialBlueprint,
  findParts,
  isDifferent,
  listParts,
  pointToParts,
  type SettingsPart,
} from '../../releases/settings-parts.js';
import { json, sendJson } from '../../route/answer.js';
import { deferred, optionalJsonBody } from '../../route/body.js';
import { route } from '../../route/route.js';
import { appliedExample } from './company-examples.js';
import { COMPANY, company, getCompany, management } from './management.js';
import { settingsRollbackRequest } from './release-schema.js';

type Deps = Pick<Clients, 'funnel' | 'funnelAdmin' | 'release'>;

/** What a settings version held, and when it came into force. */
interface Target {
  config: MatchingConfig;
  createdAt: Date | undefined;
}

/** An ordinary apply: all checks run, nothing changes when one fails, and the result is a new version. docs/adr/0017-rollback-goes-through-apply.md. */
export const rollbackSettings = route({
  ...management,
  method: 'POST',
  path: `${COMPANY}/settings/rollback`,
  id: 'rollbackSettings',
  summary: 'Bring earlier settings back',
  description:
    'Gives tagging, sets, assortments, matching settings and result pages, or the named parts, the values of an earlier ' +
    'version, by an ordinary apply: all checks run, and the result is a new version. Paths of details name the parts.',
  params: company,
  body: deferred({
    ...optionalJsonBody({
      schema: settingsRollbackRequest,
      schemaId: 'SettingsRollbackRequest',
      examples: { all: { version: 40 }, parts: { version: 40, parts: ['tagging', 'funnels/beauty/matching'] } },
      refused: 'Nothing was rolled back',
      maxBytes: 64 * 1024,
    }),
    required: true,
  }),
  answers: {
    200: json('As apply answers.', 'Applied', {
      applied: { ...appliedExample, changed: ['funnels/beauty/matching'] },
    }),
  },
  errors: ['INVALID_BLUEPRINT', 'VERSION_NOT_FOUND', 'CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { companyId } = await getCompany(clients, params);
      const request = await body();
      const [target, { configJson }, { funnels }] = await Promise.all([
        readTarget(clients, companyId, request.version),
        clients.matcherAdmin.getConfig({ companyId }),
        clients.funnel.getCompanyState({ companyId }),
      ]);
      const current = encodedJson.decode<MatchingConfig>(configJson);
      const parts = request.parts
        ? namedParts(request.parts, funnels)
        : await differingParts(clients, companyId, { target, current, funnels });
      const blueprint = createPartialBlueprint(target.config, parts);
      try {
        const { body } = await clients.funnelAdmin.applyBlueprint(
          { handle: params.handle, blueprintJson: encodedJson.encode(completeBlueprint(blueprint)) },
          { timeoutMs: TIMEOUT_MS.apply },
        );
        return sendJson(200, withPartNames(body, blueprint));
      } catch (error) {
        if (!(error instanceof ServiceError) || error.code !== 'INVALID_BLUEPRINT') throw error;
        const message = `Version ${request.version} does not fit the current state; nothing was changed.`;
        throw new ServiceError(error.code, message, { details: pointToParts(error.details, blueprint) });
      }
    },
});

/** The answer of the apply; its warnings point to parts, since the caller never saw the blueprint. */
function withPartNames(body: Uint8Array, blueprint: Blueprint): unknown {
  const answer = encodedJson.decode<{ warnings?: ErrorDetail[] }>(body);
  return answer.warnings ? { ...answer, warnings: pointToParts(answer.warnings, blueprint) } : answer;
}

async function readTarget({ release }: Deps, companyId: string, version: number): Promise<Target> {
  const found = await release.getConfigVersion({ companyId, version }).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
    throw new ServiceError('VERSION_NOT_FOUND', `${error.message} See the list of versions.`);
  });
  return { config: encodedJson.decode<MatchingConfig>(found.configJson), createdAt: found.version?.createTime };
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
  const differing = listParts(funnels).filter((part) => isDifferent(target.config, current, part));
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
  const first = (await loadVersions(deps, companyId, subdomain)).at(-1)?.createTime;
  return !first || !time || first > time;
}
