import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stored profile. */
export interface KlaviyoProfile {
  email: string;
  first_name?: string;
  last_name?: string;
  properties: Record<string, unknown>;
}

export interface KlaviyoEvent {
  metric: string;
  email: string;
  uniqueId: string;
  time: string;
  properties: Record<string, unknown>;
}

/** A server that behaves like Klaviyo where this service calls it, as developers.klaviyo.com documents it (revision 2026-04-15). */
export interface KlaviyoStandIn {
  url: string;
  apiKey: string;
  /** Profiles by e-mail address in lower case. */
  profiles: Map<string, KlaviyoProfile>;
  /** Recorded events: a `unique_id` counts once per profile and metric. */
  events: KlaviyoEvent[];
  /** One entry per request, for example `POST /api/events 202`. */
  calls: string[];
  /** Responses that replace the regular one, once each, for requests to the path. */
  faults: { path: string; answer: (response: ServerResponse) => void }[];
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 5 * 1024 * 1024;
const MAX_PROPERTIES = 400;
const MAX_STRING_BYTES = 100 * 1024;

type Json = Record<string, unknown>;
type Answer = { status: number; body?: Json };

export async function startKlaviyo(apiKey = 'pk_test_0123456789'): Promise<KlaviyoStandIn> {
  const server = createServer((request, response) => {
    readBody(request).then((body) => {
      const path = request.url ?? '';
      const fault = klaviyo.faults.findIndex((one) => one.path === path);
      if (fault >= 0) {
        response.once('close', () => klaviyo.calls.push(`${request.method} ${path} ${response.statusCode}`));
        klaviyo.faults.splice(fault, 1)[0]?.answer(response);
        return;
      }
      const answer = handleRequest(klaviyo, request, body);
      klaviyo.calls.push(`${request.method} ${path} ${answer.status}`);
      response.writeHead(answer.status, { 'content-type': 'application/vnd.api+json' });
      response.end(answer.body ? JSON.stringify(answer.body) : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const klaviyo: KlaviyoStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    profiles: new Map(),
    events: [],
    calls: [],
    faults: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return klaviyo;
}

/** "Rate limits, status codes, and errors": a 429 response only contains the time of the next permitted request. */
export function throttled(retryAfterS: number): KlaviyoStandIn['faults'][number]['answer'] {
  return (response) => {
    response.writeHead(429, { 'content-type': 'application/vnd.api+json', 'retry-after': String(retryAfterS) });
    const detail = `Request was throttled. Expected available in ${retryAfterS} seconds.`;
    response.end(JSON.stringify(errors(429, 'throttled', detail, '/data/')));
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function handleRequest(klaviyo: KlaviyoStandIn, request: IncomingMessage, body: string): Answer {
  const { authorization, revision, 'content-type': type } = request.headers;
  if (authorization !== `Klaviyo-API-Key ${klaviyo.apiKey}`) {
    const detail = 'The API key specified is invalid.';
    return { status: 401, body: errors(401, 'authentication_failed', detail, '/data/') };
  }
  if (!/^\d{4}-\d\d-\d\d$/.test(String(revision))) return invalid('A valid revision is required.', '/data/');
  if (!/^application\/(vnd\.api\+)?json/.test(String(type))) {
    return { status: 415, body: errors(415, 'unsupported_media_type', 'Unsupported media type.', '/data/') };
  }
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) {
    return { status: 413, body: errors(413, 'payload_too_large', 'The payload is too large.', '/data/') };
  }
  const { data } = JSON.parse(body) as { data: { type: string; attributes: Json } };
  if (request.method !== 'POST')
    return { status: 405, body: errors(405, 'method_not_allowed', 'Not allowed.', '/data/') };
  if (request.url === '/api/profile-import') return importProfile(klaviyo, data);
  if (request.url === '/api/events') return createEvent(klaviyo, data);
  return { status: 404, body: errors(404, 'not_found', 'Not found.', '/data/') };
}

function importProfile(klaviyo: KlaviyoStandIn, data: { type: string; attributes: Json }): Answer {
  const { email, first_name, last_name, properties } = data.attributes;
  if (data.type !== 'profile') return invalid('type is profile', '/data/type');
  if (!isEmail(email)) return invalid(`"${email}" is not a valid email`, '/data/attributes/email');
  const known = klaviyo.profiles.get(email.toLowerCase());
  klaviyo.profiles.set(email.toLowerCase(), {
    ...known,
    email,
    ...(first_name === undefined ? {} : { first_name: String(first_name) }),
    ...(last_name === undefined ? {} : { last_name: String(last_name) }),
    properties: { ...known?.properties, ...(properties as Json) },
  });
  const body = { data: { type: 'profile', id: randomUUID(), attributes: { email } } };
  return { status: known ? 200 : 201, body };
}

function createEvent(klaviyo: KlaviyoStandIn, data: { type: string; attributes: Json }): Answer {
  const {
    metric,
    profile,
    properties,
    time,
    unique_id: uniqueId,
  } = data.attributes as {
    metric?: { data: { type: string; attributes: { name: string } } };
    profile?: { data: { type: string; attributes: { email: string } } };
    properties?: Json;
    time: string;
    unique_id: string;
  };
  if (data.type !== 'event') return invalid('type is event', '/data/type');
  const name = metric?.data.attributes.name;
  if (metric?.data.type !== 'metric' || typeof name !== 'string' || name === '' || name.length >= 128) {
    return invalid('Invalid metric.', '/data/attributes/metric');
  }
  const email = profile?.data.attributes.email;
  if (profile?.data.type !== 'profile' || !isEmail(email)) return invalid('No profile.', '/data/attributes/profile');
  if (!properties || Object.keys(properties).length > MAX_PROPERTIES) {
    return invalid('Invalid properties.', '/data/attributes/properties');
  }
  if (Object.values(properties).some((value) => typeof value === 'string' && value.length > MAX_STRING_BYTES)) {
    return invalid('Too long.', '/data/attributes/properties');
  }
  if (Number.isNaN(Date.parse(time)) || Date.parse(time) < Date.UTC(2000)) {
    return invalid('Invalid time.', '/data/attributes/time');
  }
  const isKnown = klaviyo.events.some(
    (event) => event.uniqueId === uniqueId && event.metric === name && event.email === email.toLowerCase(),
  );
  if (!isKnown) klaviyo.events.push({ metric: name, email: email.toLowerCase(), uniqueId, time, properties });
  return { status: 202 };
}

const isEmail = (value: unknown): value is string =>
  typeof value === 'string' && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);

const invalid = (detail: string, pointer: string): Answer => ({
  status: 400,
  body: errors(400, 'invalid', detail, pointer),
});

const errors = (status: number, code: string, detail: string, pointer: string): Json => ({
  errors: [
    { id: randomUUID(), status, code, title: 'Invalid input.', detail, source: { pointer }, links: {}, meta: {} },
  ],
});
