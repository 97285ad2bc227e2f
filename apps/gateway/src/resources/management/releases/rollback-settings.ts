import { TIMEOUT_MS } from '../../../clients.js';
import { json, sendJson } from '../../../route/answer.js';
import { deferred, optionalJsonBody } from '../../../route/body.js';
import { route } from '../../../route/route.js';
import { appliedExample } from '../companies/company-examples.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { readChanged } from '../read-changed.js';
import { settingsRollbackRequest } from './release-schema.js';

/** An ordinary apply: all checks run, nothing changes when one fails, and the result is a new version. docs/adr/0017-rollback-goes-through-apply.md. */
export const rollbackSettings = route({
  ...management,
  method: 'POST',
  path: `${COMPANY}/settings/rollback`,
  id: 'rollbackSettings',
  permission: 'manage:settings.write',
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
    async ({ params, body, ctx }) => {
      const { companyId } = await getCompany(clients, params);
      const { version, parts = [] } = await body();
      const request = { companyId, version, parts };
      const answer = await clients.releases.rollBackSettings(request, { timeoutMs: TIMEOUT_MS.apply });
      ctx.state.audit?.add({ targets: { version: String(version) }, changed: readChanged(answer.body) });
      return sendJson(200, answer.body);
    },
});
