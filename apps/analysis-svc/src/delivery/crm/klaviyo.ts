import type { CrmAccount } from '@svc/domain';
import type { Clock, Outbound } from '@svc/kit';
import { CALL_TIMEOUT_MS, callEndpoint, type EndpointResponse } from '../sending/call-endpoint.js';
import type { Outcome } from '../sending/outcome.js';
import { USER_AGENT } from '../sending/send-webhook.js';
import type { CrmEvent, CrmTarget } from './crm-target.js';

const DEFAULT_BASE_URL = 'https://a.klaviyo.com';
/** API revision. Klaviyo supports a revision for two years. developers.klaviyo.com, "API versioning". */
const REVISION = '2026-04-15';
const DEFAULT_METRIC = 'Analysis Completed';
/** Status codes that the same bytes always get. Other errors, for example a rejected API key, may be resolved later. */
const FINAL = new Set([400, 409, 413, 422]);

/**
 * Klaviyo: creates or updates a profile by its e-mail address (`POST /api/profile-import`, 201 or 200), then creates an event
 * (`POST /api/events`, 202) with a `unique_id`, which counts once per profile and metric. Both calls may be repeated.
 */
export function createKlaviyoTarget(
  deps: { outbound: Outbound; clock: Clock; timeoutMs?: number | undefined },
  baseUrl: string = DEFAULT_BASE_URL,
): CrmTarget {
  const url = baseUrl.replace(/\/+$/, '');
  return {
    url,
    async deliver(account, event, signal) {
      // Both calls share one timeout.
      const end = performance.now() + (deps.timeoutMs ?? CALL_TIMEOUT_MS);
      const post = (path: string, body: object) =>
        callEndpoint(
          { outbound: deps.outbound, timeoutMs: Math.max(1, Math.ceil(end - performance.now())) },
          {
            url: `${url}${path}`,
            headers: {
              accept: 'application/vnd.api+json',
              'content-type': 'application/vnd.api+json',
              revision: REVISION,
              'user-agent': USER_AGENT,
            },
            secretHeaders: { authorization: `Klaviyo-API-Key ${account.apiKey}` },
            body: JSON.stringify({ data: body }),
          },
          signal,
        );
      const profile = toOutcome(await post('/api/profile-import', toProfile(event)));
      if (profile.kind !== 'DELIVERED') return profile;
      return toOutcome(await post('/api/events', toEvent(account, event)));
    },
  };
}

const toProfile = ({ profile }: CrmEvent) => ({
  type: 'profile',
  attributes: {
    email: profile.email,
    ...(profile.firstName === undefined ? {} : { first_name: profile.firstName }),
    ...(profile.lastName === undefined ? {} : { last_name: profile.lastName }),
    properties: profile.properties,
  },
});

const toEvent = ({ metric = DEFAULT_METRIC }: CrmAccount, { uniqueId, occurredAt, profile, properties }: CrmEvent) => ({
  type: 'event',
  attributes: {
    metric: { data: { type: 'metric', attributes: { name: metric } } },
    profile: { data: { type: 'profile', attributes: { email: profile.email } } },
    properties,
    time: occurredAt,
    unique_id: uniqueId,
  },
});

function toOutcome({ problem, text, ...answer }: EndpointResponse): Outcome {
  const { status } = answer;
  if (status === null) return { ...answer, kind: 'FAILED', error: problem };
  if (status >= 200 && status < 300) return { ...answer, kind: 'DELIVERED', error: null };
  return { ...answer, kind: FINAL.has(status) ? 'REJECTED' : 'FAILED', error: describe(status, text) };
}

/** The first error in Klaviyo's response, without `detail`, which may repeat request data. */
function describe(status: number, text: string): string {
  const summary = `Klaviyo responded with ${status}`;
  try {
    const { code, source } =
      (JSON.parse(text) as { errors: { code?: unknown; source?: { pointer?: unknown } }[] }).errors[0] ?? {};
    const name = typeof code === 'string' && /^[\w-]{1,64}$/.test(code) ? ` ${code}` : '';
    const pointer = source?.pointer;
    return `${summary}${name}${typeof pointer === 'string' && /^[\w/]{1,128}$/.test(pointer) ? ` at ${pointer}` : ''}.`;
  } catch {
    return `${summary}.`;
  }
}
