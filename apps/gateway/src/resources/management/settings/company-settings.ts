import { json as kitJson, ServiceError } from '@svc/kit';
import { requireFreshSignIn } from '../../../access/authorize.js';
import { toChanges } from '../../../audit/to-changes.js';
import { TIMEOUT_MS } from '../../../clients.js';
import { matchesEtag } from '../../../parse/if-none-match.js';
import { json, sendJson } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { ifMatch } from '../../../route/if-match.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, management } from '../management.js';
import { readChanged } from '../read-changed.js';
import { settingsExample } from './company-settings-example.js';
import { companySettingsRequest } from './company-settings-schema.js';
import { presentCompanySettings, toBlueprintPart } from './present-company-settings.js';
import { readSettings } from './read-settings.js';

const SETTINGS = `${COMPANY}/settings`;
/** Settings whose values the audit log may show: none is a secret, and none has texts in which contact data may be. */
const SHOWN_IN_AUDIT_LOG = [
  ...['/name', '/language', '/currency', '/domains', '/settings/theme', '/settings/timeZone', '/settings/widget'],
  ...['/settings/analysisRetentionDays', '/settings/colorTaxonomy', '/settings/selfie', '/settings/defaultFunnel'],
  ...['/settings/zIndex', '/settings/components', '/settings/cart', '/settings/storeContactData'],
  ...['/settings/tracking', '/settings/chat/retentionDays', '/settings/chat/model'],
];

const etag = { ETag: 'Of this state, for If-Match.' };

const getCompanySettings = route({
  ...management,
  method: 'GET',
  path: SETTINGS,
  id: 'getCompanySettings',
  permission: 'manage:settings.read',
  summary: 'Name, language, domains and settings of the company, its webhook and CRM',
  description: 'Of secrets only their last four characters.',
  params: company,
  answers: { 200: json('The settings.', 'CompanySettings', { glow: settingsExample }, etag) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params }) => {
      const { stored, headers } = await readSettings(clients, params);
      return sendJson(200, presentCompanySettings(stored), headers);
    },
});

const changeCompanySettings = route({
  ...management,
  method: 'PATCH',
  path: SETTINGS,
  id: 'changeCompanySettings',
  permission: 'manage:settings.write',
  summary: 'Change them',
  description:
    'Applies the given keys as a company file does: a key that is left out stays, null clears it, and what is given below a key ' +
    'replaces what was there. Only secrets stay when they are left out; a new one requires a fresh sign-in.',
  params: company,
  headers: { 'if-match': ifMatch },
  body: jsonBody({
    schema: companySettingsRequest,
    schemaId: 'CompanySettingsRequest',
    examples: {
      domains: { domains: ['glow.example', 'shop.glow.example'] },
      webhook: { webhook: { url: 'https://glow.example/hook' } },
    },
    refused: 'The settings were not changed',
    maxBytes: 256 * 1024,
  }),
  answers: {
    200: json(
      'The settings as they are now.',
      'ChangedCompanySettings',
      { glow: { ...settingsExample, warnings: [] } },
      etag,
    ),
  },
  errors: [
    'INVALID_BLUEPRINT',
    'PRECONDITION_FAILED',
    'PRECONDITION_REQUIRED',
    'REAUTHENTICATION_REQUIRED',
    'CONFLICT',
    'NOT_FOUND',
  ],
  admit:
    () =>
    ({ body: { webhook, crm }, ctx }) => {
      const hasSecret = webhook?.secret !== undefined || crm?.apiKey !== undefined;
      if (hasSecret && ctx.state.actor) requireFreshSignIn(ctx.state.actor);
    },
  handler:
    ({ clients }) =>
    async ({ params, headers, body, ctx }) => {
      const before = await readSettings(clients, params);
      // Compared again by funnel-svc, under the company's lock.
      if (!matchesEtag(headers['if-match'], before.headers.ETag)) {
        ctx.set('ETag', before.headers.ETag);
        throw new ServiceError(
          'PRECONDITION_FAILED',
          'The settings have changed since they were read. Nothing was changed.',
        );
      }
      const answer = await clients.funnelAdmin.applyBlueprint(
        {
          handle: params.handle,
          blueprintJson: kitJson.encode(toBlueprintPart(body, before.stored)),
          settingsFingerprint: before.fingerprint,
        },
        { timeoutMs: TIMEOUT_MS.apply },
      );
      // Also if the settings cannot be read again.
      ctx.state.audit?.add({ changed: readChanged(answer.body) });
      const { warnings } = kitJson.decode<{ warnings: unknown[] }>(answer.body);
      const after = await readSettings(clients, params);
      ctx.state.audit?.add({ changes: toChanges(before.stored, after.stored, SHOWN_IN_AUDIT_LOG) });
      return sendJson(200, { ...presentCompanySettings(after.stored), warnings }, after.headers);
    },
});

/** What a company is itself, read and changed in parts. docs/management.md "Settings in parts". */
export const companySettings = [getCompanySettings, changeCompanySettings];
