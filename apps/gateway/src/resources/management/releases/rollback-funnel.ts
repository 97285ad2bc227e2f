import { TIMEOUT_MS } from '../../../clients.js';
import { requirePart } from '../../../messages/require-part.js';
import { VERSION_ID } from '../../../openapi/example-ids.js';
import { json, sendJson } from '../../../route/answer.js';
import { deferred, optionalJsonBody } from '../../../route/body.js';
import { route } from '../../../route/route.js';
import { FUNNEL, funnel, getCompany, management } from '../management.js';
import { funnelRollbackRequest } from './release-schema.js';

/** An ordinary apply. Answers that were given since are not lost (`rollBackSteps`). docs/adr/0017-rollback-goes-through-apply.md. */
export const rollbackFunnel = route({
  ...management,
  method: 'POST',
  path: `${FUNNEL}/rollback`,
  id: 'rollbackFunnel',
  permission: 'manage:funnel.publish',
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
    async ({ params, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const { versionId, number } = await body();
      const version =
        versionId === undefined
          ? { $case: 'number' as const, value: number as number }
          : { $case: 'versionId' as const, value: versionId };
      const { published, rolledBackTo, changed, warnings } = await clients.releases.rollBackFunnel(
        { companyId, subdomain: params.subdomain, version },
        { timeoutMs: TIMEOUT_MS.apply },
      );
      ctx.state.audit?.add({ targets: { rolledBackTo: String(requirePart(rolledBackTo).number) } });
      return sendJson(200, { ...requirePart(published), rolledBackTo: requirePart(rolledBackTo), changed, warnings });
    },
});
