import { randomBytes } from 'node:crypto';
import { json as kitJson, ServiceError } from '@svc/kit';
import { TIMEOUT_MS } from '../../../clients.js';
import { json, sendJson } from '../../../route/answer.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, management } from '../management.js';
import { readSettings } from '../settings/read-settings.js';

const SECRET_BYTES = 32;

/** Gives the webhook another secret. docs/webhooks.md "Changing the secret". */
export const changeSecret = route({
  ...management,
  method: 'POST',
  path: `${COMPANY}/webhooks/secret`,
  id: 'changeWebhookSecret',
  permission: 'manage:key.manage',
  summary: 'A new secret for the webhook',
  description:
    'It is returned once. For 24 hours each delivery has a signature of the new secret and one of the former, so that the receiver can ' +
    'be changed without losing any. Requires a fresh sign-in. CONFLICT: the company has no webhook.',
  params: company,
  answers: {
    200: json('The new secret.', 'WebhookSecret', {
      created: {
        secret: 'whsec_TUlIQ2RRSUJBREFOQmdrcWhraUc5dzBCQVFFRkFBU0NBbDh3',
        formerSecretUntil: '2026-11-22T10:00:00.000Z',
      },
    }),
  },
  errors: ['CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, ctx }) => {
      const { stored, fingerprint } = await readSettings(clients, params);
      if (!stored.webhook) throw new ServiceError('CONFLICT', 'The company has no webhook. Configure one first.');
      const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
      await clients.funnelAdmin.applyBlueprint(
        {
          handle: params.handle,
          blueprintJson: kitJson.encode({ webhook: { url: stored.webhook.url, secret } }),
          settingsFingerprint: fingerprint,
        },
        { timeoutMs: TIMEOUT_MS.apply },
      );
      ctx.state.audit?.add({ changed: ['webhook'] });
      const { formerSecretUntil } = (await readSettings(clients, params)).stored;
      return sendJson(200, { secret, formerSecretUntil: formerSecretUntil?.toISOString() ?? null });
    },
});
