import { type ErrorDetail, json as encodedJson, ServiceError } from '@svc/kit';
import { type Clients, TIMEOUT_MS } from '../../clients.js';
import { VERSION_ID } from '../../openapi/example-ids.js';
import { findFunnel, findVersion, loadVersions } from '../../releases/funnel-history.js';
import { stepsToPublish } from '../../releases/steps-to-publish.js';
import { json, sendJson } from '../../route/answer.js';
import { deferred, optionalJsonBody } from '../../route/body.js';
import { route } from '../../route/route.js';
import { FUNNEL, funnel, getCompany, management } from './management.js';
import { funnelRollbackRequest } from './release-schema.js';

/** An ordinary apply. Answers that were given since are not lost (`rollBackSteps`). docs/adr/0017-rollback-goes-through-apply.md. */
export const rollbackFunnel = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/rollback`,
  id: 'rollbackFunnel',
  summary: 'Publish an earlier version again',
  description:
    'Publishes the steps of a version that was published earlier as a new version. Answers given since migrate back: where ' +
    'a later version renamed an option or replaced a step, the earlier one lists it as a former one.',
  params: funnel,
  body: deferred({
    ...optionalJsonBody({
      schema: funnelRollbackRequest,
      schemaId: 'FunnelRollbackRequest',
      examples: { number: { number: 3 } },
      refused: 'Nothing was rolled back',
    }),
    required: true,
  }),
  answers: {
    200: json('In force.', 'FunnelRolledBack', {
      published: {
        id: '2nRk7YbQw9sXcV5tLm0PzE',
        number: 5,
        rolledBackTo: { id: VERSION_ID, number: 3 },
        changed: true,
        warnings: [],
      },
    }),
  },
  errors: ['INVALID_BLUEPRINT', 'VERSION_NOT_FOUND', 'CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body }) => {
      const { handle, subdomain } = params;
      const { companyId } = await getCompany(clients, params);
      const { versionId, number } = await body();
      await findFunnel(clients, companyId, subdomain);
      const versions = await loadVersions(clients, companyId, subdomain);
      const target = findVersion(versions, versionId === undefined ? { number: number as number } : { versionId });
      const steps = await stepsToPublish(clients, versions, target);
      const blueprint = { funnels: [{ subdomain, published: { steps } }] };
      const { funnels, changed, warnings } = await apply(clients, handle, blueprint, target.number);
      const published = funnels[subdomain]?.published;
      if (!published) throw new ServiceError('CONFLICT', 'The funnel was changed at the same time. Please try again.');
      return sendJson(200, {
        ...published,
        rolledBackTo: { id: target.id, number: target.number },
        changed: changed.length > 0,
        warnings: warnings.map(intoVersion),
      });
    },
});

interface Applied {
  funnels: Record<string, { published?: { id: string; number: number } }>;
  changed: string[];
  warnings: ErrorDetail[];
}

async function apply(
  { funnelAdmin }: Pick<Clients, 'funnelAdmin'>,
  handle: string,
  blueprint: object,
  number: number,
): Promise<Applied> {
  try {
    const request = { handle, blueprintJson: encodedJson.encode(blueprint) };
    const { body } = await funnelAdmin.applyBlueprint(request, { timeoutMs: TIMEOUT_MS.apply });
    return encodedJson.decode<Applied>(body);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'INVALID_BLUEPRINT') throw error;
    const message = `Version ${number} does not fit what is there now; nothing was changed.`;
    throw new ServiceError(error.code, message, { details: error.details.map(intoVersion) });
  }
}

/** Pointers into the version: the caller never saw the blueprint around it. */
const intoVersion = ({ path, message }: ErrorDetail): ErrorDetail => ({
  path: path.replace(/^\/funnels\/0\/published(?=\/|$)/, ''),
  message,
});
