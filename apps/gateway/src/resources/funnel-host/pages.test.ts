import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_PAGE_THEME, type FunnelPage } from '@svc/domain';
import { ServiceError, sha256 } from '@svc/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { ANALYSIS_ID, funnelPage, matchingFakes, matchingInput, pageFakes } from '../../testing/fixtures.js';
import { type Ask, startGateway, type TestGateway } from '../../testing/start-gateway.js';

let gateway: TestGateway;
afterEach(() => gateway?.stop());

const HOST = 'beauty.svc.test:8080';
/** What a browser's address bar sends. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function start(changes: Partial<FunnelPage> = {}, options: Parameters<typeof startGateway>[0] = {}) {
  gateway = await startGateway({ handlers: { ...pageFakes(changes), ...matchingFakes() }, ...options });
  return (path: string, ask: Ask = {}) =>
    gateway.ask(path, { host: HOST, ...ask, headers: { ...BROWSER, ...ask.headers } });
}

const inlineJson = (html: string) =>
  /<script type="application\/json" id="page">([^<]*)<\/script>/.exec(html)?.[1] as string;
const parsePolicy = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => [directive.split(' ')[0], directive.split(' ').slice(1).join(' ')]),
  );

describe('GET / on a funnel host (docs/questionnaire.md)', () => {
  it('is one HTML document with the funnel, its module script and the imports of that script', async () => {
    const ask = await start();
    const { status, headers, text } = await ask('/');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(JSON.parse(inlineJson(text))).toEqual(funnelPage());
    expect(text).toContain('<html lang="en" dir="ltr">');
    expect(text).toContain('<title>Beauty quiz · Glow</title>');
    expect(text).toContain('<script type="module" src="/assets/main-1a2b3c4d.js"></script>');
    expect(text).toContain('<link rel="modulepreload" href="/assets/shared-5e6f7a8b.js">');
    expect(text).toContain('<link rel="stylesheet" href="/assets/main-9c0d1e2f.css">');
    expect(text).not.toContain('svc-result');
    expect(text).toContain('This page needs JavaScript.');
  });

  it('is served on the funnel’s own host, for HEAD too, and for clients without Accept', async () => {
    const ask = await start();
    const own = await ask('/', { host: 'QUIZ.glow.example:443' });
    expect([own.status, gateway.services.calls.getFunnelPage]).toMatchObject([
      200,
      [{ host: { name: { $case: 'host', value: 'quiz.glow.example' } } }],
    ]);
    const head = await ask('/', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
    expect((await gateway.ask('/', { host: HOST })).status).toBe(200);
  });

  it('is compressed if the browser accepts it', async () => {
    const ask = await start();
    const { headers } = await ask('/', { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(Number(headers['content-length'])).toBeLessThan(Number((await ask('/')).headers['content-length']) / 2);
  });

  it('sets no cookie and reads none. C3.6', async () => {
    const ask = await start();
    const { headers, text } = await ask('/');
    expect(headers['set-cookie']).toBeUndefined();
    const { text: again } = await ask('/', { headers: { cookie: 'a=b' } });
    expect(again).toBe(text);
  });

  it('is in the language of the query, else in the preferred one of the browser', async () => {
    const ask = await start();
    await ask('/?locale=de-CH&utm_source=x', { headers: { 'accept-language': 'fr' } });
    await ask('/', { headers: { 'accept-language': 'en;q=0.3, de-AT, *;q=0.1, it;q=0, x_y, fr;q=0.9' } });
    expect(gateway.services.calls.getFunnelPage).toMatchObject([
      { locale: 'de-CH', preferredLocales: [] },
      { locale: undefined, preferredLocales: ['de-AT', 'fr', 'en'] },
    ]);
  });

  it('is written from right to left in right-to-left languages', async () => {
    const ask = await start({ locale: 'ar-EG', locales: ['en', 'ar'] });
    expect((await ask('/')).text).toContain('<html lang="ar-EG" dir="rtl">');
  });

  it('declares the language of its texts, also if they do not exist in the requested language', async () => {
    const ask = await start({ locale: 'he', locales: ['en', 'de'] });
    expect((await ask('/?locale=he')).text).toContain('<html lang="en" dir="ltr">');
  });

  it('a preview is requested by its version and must not be indexed; the page itself may be', async () => {
    const ask = await start();
    const plain = await ask('/');
    expect([plain.headers['x-robots-tag'], plain.text.includes('noindex')]).toEqual([undefined, false]);
    const preview = await ask('/?versionId=draft-1');
    expect(gateway.services.calls.getFunnelPage?.at(-1)).toMatchObject({ versionId: 'draft-1' });
    expect([preview.headers['x-robots-tag'], preview.text.includes('<meta name="robots" content="noindex">')]).toEqual([
      'noindex',
      true,
    ]);
  });

  it('the questions of a visit are requested with its id, without insight-svc, and are not cached (docs/insight.md N13.9, N13.10)', async () => {
    const ask = await start({ experiment: { id: 'test-1', arm: 'B' } });
    await ask('/');
    expect(gateway.services.calls.getFunnelPage?.at(-1)).toMatchObject({ unit: '' });
    await ask(`/r/${ANALYSIS_ID}`);
    expect(gateway.services.calls.getFunnelPage?.at(-1)).toMatchObject({ unit: undefined });
    const { status, headers, text } = await ask('/api/v1/questionnaire?unit=visit-0000000000000001&locale=de');
    expect(gateway.services.calls.getFunnelPage?.at(-1)).toMatchObject({
      unit: 'visit-0000000000000001',
      locale: 'de',
    });
    expect([status, headers['cache-control'], JSON.parse(text).experiment]).toEqual([
      ...[200, 'no-store', { id: 'test-1', arm: 'B' }],
    ]);
    for (const query of ['', '?unit=short', '?unit=visit-000000000000000!']) {
      expect((await ask(`/api/v1/questionnaire${query}`)).status).toBe(400);
    }
    expect(Object.keys(gateway.services.calls)).toEqual(['getFunnelPage', 'getMatchingInput']);
  });

  it('a paused funnel has a page that says so without a script (docs/contract.md C14.2)', async () => {
    const ask = await start({ paused: true, locale: 'de' });
    const { status, text } = await ask('/');
    expect([status, text.includes('Wir machen eine kurze Pause'), text.includes('<noscript>')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(JSON.parse(inlineJson(text))).toMatchObject({ paused: true });
    expect((await ask(`/r/${ANALYSIS_ID}`)).text).not.toContain('Wir machen eine kurze Pause');
  });

  it('is 503 without a built page, and everything else works', async () => {
    const ask = await start({}, { handlers: pageFakes(), pageDirectory: '/nowhere' });
    const { status, text } = await ask('/');
    expect([status, text.includes('We cannot show this page now')]).toEqual([503, true]);
    expect((await ask('/assets/main-1a2b3c4d.js')).status).toBe(503);
    expect((await gateway.ask('/healthz')).status).toBe(200);
  });
});

describe('what a page may do (docs/reliability.md R10.2)', () => {
  it('allows its own module and its own styles only; nothing is unsafe-inline', async () => {
    const ask = await start();
    const { headers, text } = await ask('/');
    const policy = parsePolicy(headers);
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'media-src': 'blob:',
      'font-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
    });
    expect(headers['content-security-policy']).not.toContain('unsafe');
    const styles = [...text.matchAll(/<style>([^<]*)<\/style>/g)].map(([, style]) => style as string);
    expect(styles).toHaveLength(3);
    for (const style of styles) expect(policy['style-src']).toContain(sha256(style).toString('base64'));
    expect(text).not.toMatch(/ style=| on[a-z]+=/);
    expect(headers['permissions-policy']).toMatch(/camera=\(self\).*microphone=\(\)/);
  });

  it('is embedded by the company’s domains only; without any by no page', async () => {
    const ask = await start();
    expect(parsePolicy((await ask('/')).headers)['frame-ancestors']).toBe("'none'");
    await gateway.stop();
    const other = await start({ domains: ['shop.glow.example', 'localhost:3000', "x; script-src 'unsafe-inline'"] });
    expect(parsePolicy((await other('/')).headers)['frame-ancestors']).toBe('shop.glow.example localhost:3000');
  });

  it('loads the company’s font from where it is, and nothing else from there', async () => {
    const theme = {
      ...DEFAULT_PAGE_THEME,
      accentColor: '#ffcc00',
      backgroundColor: '#101010',
      textColor: '#fafafa',
      fontFamily: '"Lora", Georgia, serif',
      fontUrl: 'https://cdn.glow.example/f.woff2?a=b\\"c',
      logoUrl: 'https://cdn.glow.example/logo.svg',
      cornerRadius: 4,
    };
    const ask = await start({ theme });
    const { headers, text } = await ask('/');
    expect(parsePolicy(headers)['font-src']).toBe("'self' https://cdn.glow.example");
    expect(text).toContain('src:url("https://cdn.glow.example/f.woff2?a=b%5C%22c")');
    for (const value of ['accent:#ffcc00', 'on-accent:#000000', 'bg:#101010', 'text:#fafafa', 'radius:4px']) {
      expect(text).toContain(`--svc-${value}`);
    }
  });

  it('text of a merchant stays text: JSON ends no script, names end no title', async () => {
    const evil = '</script><script>alert(1)</script><!--<svg onload=alert(1)> " \' ` & \u2028\u2029';
    const changes = {
      funnel: { id: 'funnel-1', subdomain: 'beauty', name: evil },
      company: { name: evil, privacyUrl: 'javascript:alert(1)' },
      paused: true,
      theme: { ...DEFAULT_PAGE_THEME, fontFamily: 'x;}</style><script>', logoUrl: 'javascript:alert(1)' },
    };
    const ask = await start(changes);
    const { text } = await ask('/');
    expect(JSON.parse(inlineJson(text))).toEqual(funnelPage(changes));
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text).not.toContain('<svg onload');
    expect(inlineJson(text)).not.toMatch(/[\u2028\u2029]/);
    expect(text).not.toContain('src="javascript');
  });
});

describe('GET /r/{analysisId}', () => {
  it('is the same page with the files of a result; it contains nothing of the analysis and must not be indexed', async () => {
    const ask = await start();
    const { status, headers, text } = await ask(`/r/${ANALYSIS_ID}?locale=de`);
    expect([status, headers['x-robots-tag'], headers['cache-control']]).toEqual([200, 'noindex', 'no-store']);
    expect(text).not.toContain(ANALYSIS_ID);
    expect(text).toContain('<link rel="modulepreload" href="/assets/svc-result-55667788.js">');
    expect(text).toContain('<link rel="modulepreload" href="/assets/cards-99aabbcc.js">');
    expect(text).not.toContain('camera');
    expect(JSON.parse(inlineJson(text))).toEqual(funnelPage({ locale: 'de' }));
  });

  it('unknown, malformed and other funnels’ ids are one and the same 404, as a page with the company’s branding', async () => {
    const theme = { ...DEFAULT_PAGE_THEME, accentColor: '#7a3b69' };
    const ask = await start({ theme });
    const pages = [];
    for (const id of ['unknown', 'a%20b', 'x'.repeat(65)])
      pages.push(await ask(`/r/${id}`, { headers: { 'x-request-id': 'same' } }));
    gateway.services.handlers.analysis.getMatchingInput = async () => ({ input: matchingInput({ funnelId: 'other' }) });
    pages.push(await ask(`/r/${ANALYSIS_ID}`, { headers: { 'x-request-id': 'same' } }));
    for (const { status, text, headers } of pages) {
      expect([status, text, headers['x-robots-tag']]).toEqual([404, pages[0]?.text, 'noindex']);
    }
    expect(gateway.services.calls.getMatchingInput).toHaveLength(pages.length);
    expect(pages[0]?.text).toContain('This result is not available');
    expect(pages[0]?.text).toContain('--svc-accent:#7a3b69');
    expect(pages[0]?.text).not.toContain('<script');
  });

  it('is shown while the id cannot be checked: the page itself reports that', async () => {
    const ask = await start();
    gateway.services.handlers.analysis.getMatchingInput = async () => {
      throw new ServiceError('UNAVAILABLE', 'down');
    };
    expect((await ask(`/r/${ANALYSIS_ID}`)).status).toBe(200);
  });

  it('an id is never logged plain', async () => {
    const ask = await start();
    await ask(`/r/${ANALYSIS_ID}`);
    expect(gateway.logs.find(({ route }) => route === '/r/:analysisId')).toMatchObject({
      analysis: expect.any(String),
    });
    expect(JSON.stringify(gateway.logs)).not.toContain(ANALYSIS_ID);
  });

  it('unknown ids are counted: a source that tries many is rejected (docs/reliability.md R3.4)', async () => {
    const ask = await start({}, { handlers: { ...pageFakes(), ...matchingFakes() }, env: { RATE_LIMITS: 'on' } });
    const answers = [];
    for (let i = 0; i < 61; i++) answers.push((await ask(`/r/unknown-${i}`)).status);
    expect(answers.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 404));
    const refused = await ask(`/r/${ANALYSIS_ID}`);
    expect([refused.status, refused.text.includes('One moment, please')]).toEqual([429, true]);
    expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  });
});

describe('errors of a funnel host', () => {
  const failing = (error: ServiceError) => ({ funnelPages: { getFunnelPage: () => Promise.reject(error) } });

  it.each([
    ['NOT_FOUND', 404, 'There is nothing here'],
    ['FUNNEL_NOT_PUBLISHED', 409, 'Not ready yet'],
    ['VERSION_NOT_FOUND', 400, 'This preview is out of date'],
    ['UNAVAILABLE', 503, 'We cannot show this page now'],
    ['INTERNAL', 500, 'We cannot show this page now'],
  ] as const)('%s is a page with status %i for a browser, JSON for other clients', async (code, status, words) => {
    const ask = await start({}, { handlers: failing(new ServiceError(code, 'internal words')) });
    const page = await ask('/');
    expect([page.status, page.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
    expect(page.text).toContain(`<h1>${words}</h1>`);
    expect(page.text).not.toContain('internal words');
    // Support asks for it where something on our side is wrong.
    expect(page.text.includes(page.headers['x-request-id'] as string)).toBe(status >= 500);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(parsePolicy(page.headers)).not.toHaveProperty('script-src');
    for (const accept of ['application/json', '*/*', 'text/html;q=0']) {
      const { status: same, json } = await gateway.ask('/', { host: HOST, headers: { accept } });
      expect([same, json.error]).toEqual([status, code]);
    }
    const head = await ask('/', { method: 'HEAD' });
    expect([head.status, head.headers['content-type'], head.text]).toEqual([status, 'text/html; charset=utf-8', '']);
  });

  it('are in the visitor’s language; an invalid locale is an error', async () => {
    const ask = await start();
    const { status, text } = await ask('/?locale=--', { headers: { 'accept-language': 'fr, de-AT;q=0.5' } });
    expect([status, text.includes('Diese Adresse stimmt nicht'), text.includes('<html lang="de"')]).toEqual([
      400,
      true,
      true,
    ]);
  });

  it('the pages for a missing version and an invalid locale have the company’s branding', async () => {
    const ask = await start({ theme: { ...DEFAULT_PAGE_THEME, accentColor: '#7a3b69' } });
    const known = gateway.services.handlers.funnelPages.getFunnelPage;
    gateway.services.handlers.funnelPages.getFunnelPage = async (request, call) => {
      if (request.versionId) throw new ServiceError('VERSION_NOT_FOUND', 'gone');
      return known?.(request, call) as never;
    };
    for (const [query, words] of [
      ['?versionId=old', 'This preview is out of date'],
      ['?locale=--', 'This address is not right'],
    ]) {
      const { status, text } = await ask(`/${query}`);
      expect([status, text.includes(words as string), text.includes('--svc-accent:#7a3b69')]).toEqual([
        400,
        true,
        true,
      ]);
    }
  });

  it('reserved hosts and unknown paths are 404 pages; API paths are 404 in JSON. docs/contract.md C2.4, C2.5', async () => {
    const ask = await start();
    for (const host of ['api.svc.test', 'www.svc.test', 'a.b.svc.test', 'unknown.svc.test', 'evil.test']) {
      const { status, text } = await ask('/', { host });
      expect([host, status, text.includes('There is nothing here')]).toEqual([host, 404, true]);
    }
    expect((await ask('/nothing')).text).toContain('To the questionnaire');
    for (const path of ['/api/nothing', '/api/v1/funnels/x', '/assets/none.js', '/openapi.json', '/docs']) {
      expect((await ask(path)).status).toBe(404);
    }
    expect((await ask('/api/nothing')).json).toMatchObject({ error: 'NOT_FOUND' });
    expect((await ask('/nothing', { host: 'svc.test' })).json).toMatchObject({ error: 'NOT_FOUND' });
    expect((await ask('/', { method: 'POST' })).json).toMatchObject({ error: 'METHOD_NOT_ALLOWED' });
  });
});

describe('GET /assets/{file}', () => {
  it('is cached indefinitely, revalidates, and is compressed as the browser accepts it', async () => {
    const ask = await start();
    const path = '/assets/main-1a2b3c4d.js';
    const plain = await ask(path);
    expect(plain.text).toContain("import './shared-5e6f7a8b.js';");
    expect(plain.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    const sizes = new Map<string, number>([['none', Number(plain.headers['content-length'])]]);
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, br;q=0', 'gzip'],
    ] as const) {
      const { headers } = await ask(path, { headers: { 'accept-encoding': accepted } });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.etag).not.toBe(plain.headers.etag);
      sizes.set(encoding, Number(headers['content-length']));
    }
    expect(sizes.get('br')).toBeLessThan(sizes.get('none') as number);
    const again = await ask(path, { headers: { 'if-none-match': plain.headers.etag as string } });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await ask(path, { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      plain.headers['content-length'],
    ]);
  });

  it.each(['not-in-the-manifest.js', '..%2fpackage.json', '.vite%2fmanifest.json', '%00', '%zz'])(
    '%s is not served: only files that the manifest names are',
    async (name) => {
      const ask = await start();
      const { status, headers } = await ask(`/assets/${name}`);
      expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
    },
  );

  it('robots may read the page but no interface', async () => {
    const ask = await start();
    expect((await ask('/robots.txt')).text).toContain('Disallow: /api/');
  });
});
