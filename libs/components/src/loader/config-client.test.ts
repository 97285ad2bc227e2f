import { afterEach, describe, expect, it, vi } from 'vitest';
import { readSettings } from '../settings.js';
import { createConfigClient } from './config-client.js';

const CONFIG = { company: 'glow', domainAllowed: true, funnels: [] };

function createClient(answers: (Response | Error)[], given: Record<string, unknown> = {}) {
  const requests: { url: URL; init: RequestInit | undefined }[] = [];
  const warnings: string[] = [];
  const client = createConfigClient(
    'shop.example:8443',
    () => readSettings({ SVC_AI: given }, 'https://svc.example', () => {}),
    () => 'de-AT',
    (code) => warnings.push(code),
  );
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    requests.push({ url: new URL(input), init });
    const answer = answers.shift();
    if (!(answer instanceof Response)) throw answer ?? new Error('no further answer');
    return answer;
  });
  return { client, requests, warnings };
}

afterEach(() => vi.unstubAllGlobals());

const notFound = () => Response.json({ error: 'NOT_FOUND', message: 'Set COMPANY_ID.' }, { status: 404 });

describe('createConfigClient (docs/components.md B3, B4.5 and B4.6)', () => {
  it('sends the company key, the language and drafts=1, without credentials', async () => {
    const { client, requests } = createClient([Response.json(CONFIG)], {
      COMPANY_ID: 'K1',
      INCLUDE_DRAFT_FUNNEL: true,
    });
    expect(await client.get()).toEqual(CONFIG);
    expect(requests[0]?.url.href).toBe('https://svc.example/api/components/v1/config?company=K1&locale=de-AT&drafts=1');
    expect(requests[0]?.init).toEqual({ credentials: 'omit' });
  });

  it("sends the page's host with its port when there is no company key", async () => {
    const { client, requests } = createClient([Response.json(CONFIG)]);
    await client.get();
    expect(requests[0]?.url.searchParams.get('domain')).toBe('shop.example:8443');
    expect(requests[0]?.url.searchParams.has('company')).toBe(false);
    expect(requests[0]?.url.searchParams.has('drafts')).toBe(false);
  });

  it('makes one request for any number of callers, and another one after the settings changed', async () => {
    const { client, requests } = createClient([Response.json(CONFIG), Response.json(CONFIG)]);
    await Promise.all([client.get(), client.get(), client.get()]);
    expect(requests).toHaveLength(1);
    client.reset();
    await client.get();
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['a company key that is unknown', notFound(), { COMPANY_ID: 'K1' }, 'company'],
    ['a domain that is unknown or ambiguous', notFound(), {}, 'domain'],
    ['a server error', Response.json({ message: 'Try again.' }, { status: 503 }), {}, 'config'],
    ['an answer that is not JSON', new Response('<html>'), {}, 'config'],
    ['an answer of another kind', Response.json({ ok: true }), {}, 'config'],
    ['no connection', new TypeError('Failed to fetch'), {}, 'config'],
  ])('%s resolves null, is reported, and the next call tries again', async (_, answer, given, code) => {
    const { client, warnings } = createClient([answer, Response.json(CONFIG)], given);
    expect(await client.get()).toBeNull();
    expect(warnings).toEqual([code]);
    expect(await client.get()).toEqual(CONFIG);
  });
});
