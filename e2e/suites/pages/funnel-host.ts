import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Call, send } from '../../support/http.js';
import type { Launched } from '../../support/processes.js';
import { buildCatalog, picks, question } from '../../support/quiz.js';
import { admin } from '../../support/services.js';

/** What a browser's address bar sends. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

const parsePage = (answer: Answer) =>
  JSON.parse(/<script type="application\/json" id="page">([^<]*)<\/script>/.exec(answer.text)?.[1] ?? 'null');
const getPolicy = ({ headers }: Answer) => String(headers['content-security-policy']);

/** docs/contract.md C2; docs/reliability.md R10.2. The whole system over real HTTP. */
export function funnelHost(getSystem: () => Launched): void {
  describe('the host of a funnel', () => {
    let system: Launched;
    let management: ReturnType<typeof admin>;

    beforeAll(async () => {
      system = getSystem();
      management = admin(system.origin, system.platformToken);
    });

    const apply = async (handle: string, blueprint: object) => {
      const answer = await management.apply(handle, blueprint);
      expect(answer.status, answer.text).toBe(200);
      return answer.body;
    };
    const published = { steps: [question(1, { dry: { prefer: ['skin:dry'] }, oily: {} })] };
    /** A request to a funnel's host, as a browser sends it. */
    const open = (host: string, path = '/', call: Call = {}) =>
      send(system.origin, path, {
        ...call,
        host: host.includes('.') ? host : `${host}.localhost:${system.port}`,
        headers: { ...BROWSER, ...call.headers },
      });

    it('is its sub-domain and its own host name; both show every change with the next request', async () => {
      const funnel = { subdomain: 'hosts-one', host: 'quiz.glow.example', name: 'Quiz' };
      await apply('hosts', { name: 'Glow', funnels: [{ ...funnel, published }] });
      for (const host of ['hosts-one', 'quiz.glow.example', 'QUIZ.Glow.example:8443']) {
        const answer = await open(host);
        expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
        expect(parsePage(answer)).toMatchObject({ funnel: { subdomain: 'hosts-one', name: 'Quiz' }, paused: false });
      }
      await apply('hosts', { funnels: [{ subdomain: 'hosts-one', name: 'Renamed', host: null, paused: true }] });
      const renamed = await open('hosts-one');
      expect([renamed.status, renamed.text.includes('We are taking a short break')]).toEqual([200, true]);
      expect(parsePage(renamed)).toMatchObject({ funnel: { name: 'Renamed' }, paused: true });
      expect((await open('quiz.glow.example')).status).toBe(404);
      // Another company may have the name now.
      await apply('hosts-other', { funnels: [{ subdomain: 'hosts-two', host: 'quiz.glow.example', published }] });
      expect(parsePage(await open('quiz.glow.example'))).toMatchObject({ funnel: { subdomain: 'hosts-two' } });
      await apply('hosts-other', { funnels: [{ subdomain: 'hosts-two', archived: true }] });
      expect((await open('quiz.glow.example')).status).toBe(404);
    });

    it('unknown, reserved and impossible hosts are 404: a page for people, the common body for programs (C2.4)', async () => {
      for (const host of ['unknown', 'www', 'api', 'docs', 'status', 'tracking', 'a.b', 'unknown.example']) {
        const name = host.includes('.example') ? host : `${host}.localhost:${system.port}`;
        const page = await open(name, '/', { headers: { 'accept-language': 'de' } });
        expect([host, page.status, page.text.includes('<h1>Hier ist nichts</h1>')]).toEqual([host, 404, true]);
        const json = await send(system.origin, '/', { host: name });
        expect([json.status, json.body]).toMatchObject([404, { error: 'NOT_FOUND', requestId: expect.any(String) }]);
      }
      await apply('hosts-empty', { funnels: [{ subdomain: 'hosts-empty' }] });
      expect((await open('hosts-empty')).status).toBe(409);
      expect((await send(system.origin, '/', { host: `hosts-empty.localhost:${system.port}` })).body).toMatchObject({
        error: 'FUNNEL_NOT_PUBLISHED',
      });
    });

    it('may be embedded by the company’s domains only, runs its own files only, and keeps nothing', async () => {
      const settings = {
        theme: { accentColor: '#7a3b69', fontFamily: 'Lora, serif', fontUrl: 'https://cdn.glow.example/l.woff2' },
        privacyUrl: 'https://glow.example/privacy',
      };
      const domains = ['shop.glow.example', 'localhost:3000'];
      await apply('embedded', { domains, settings, funnels: [{ subdomain: 'embedded', published }] });
      const answer = await open('embedded');
      expect(parsePage(answer)).toMatchObject({
        domains,
        theme: { accentColor: '#7a3b69', colorScheme: 'auto' },
        company: { privacyUrl: 'https://glow.example/privacy' },
      });
      expect(getPolicy(answer)).toContain('frame-ancestors shop.glow.example localhost:3000;');
      expect(getPolicy(answer)).toContain("default-src 'none'; script-src 'self';");
      expect(getPolicy(answer)).toContain("font-src 'self' https://cdn.glow.example;");
      expect(getPolicy(answer)).not.toMatch(/unsafe|\*/);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
      expect(answer.headers['set-cookie']).toBeUndefined();
      await apply('embedded', { domains: [] });
      expect(getPolicy(await open('embedded'))).toContain("frame-ancestors 'none'");
    });

    it('serves every file of the built page compressed, with an immutable cache policy', async () => {
      await apply('assets', { funnels: [{ subdomain: 'assets', published }] });
      const { text } = await open('assets');
      const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
      expect(files.some((path) => path.endsWith('.js'))).toBe(true);
      for (const path of files) {
        const file = await open('assets', path, { headers: { 'accept-encoding': 'br, gzip' } });
        expect([path, file.status, file.headers['cache-control']]).toEqual([
          path,
          200,
          'public, max-age=31536000, immutable',
        ]);
        expect(file.headers['content-type']).toMatch(/^text\/(javascript|css)/);
        const again = await open('assets', path, {
          headers: { 'accept-encoding': 'br, gzip', 'if-none-match': String(file.headers.etag) },
        });
        expect([again.status, again.text]).toEqual([304, '']);
      }
      expect((await open('assets', '/assets/none.js')).headers['cache-control']).toBe('no-store');
      const head = await open('assets', '/', { method: 'HEAD' });
      expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'text/html; charset=utf-8']);
      expect((await open('assets', '/robots.txt')).text).toContain('Disallow: /api/');
    });

    it('shows a draft under its unguessable id and keeps it out of search engines', async () => {
      const draft = { steps: [...published.steps, question(2, { a: {}, b: {} })] };
      const { funnels } = await apply('drafts', { funnels: [{ subdomain: 'drafts', published, draft }] });
      const plain = await open('drafts');
      expect([parsePage(plain).steps.length, plain.headers['x-robots-tag']]).toEqual([1, undefined]);
      const preview = await open('drafts', `/?versionId=${funnels.drafts.draft.id}&utm_source=mail`);
      expect(parsePage(preview)).toMatchObject({ isPreview: true, version: funnels.drafts.draft });
      expect([parsePage(preview).steps.length, preview.headers['x-robots-tag']]).toEqual([2, 'noindex']);
      const gone = await open('drafts', '/?versionId=unknown');
      expect([gone.status, gone.text.includes('This preview is out of date')]).toEqual([400, true]);
    });

    it('speaks the language that is asked for, else one that the browser wants and the steps have', async () => {
      const steps = [{ ...published.steps[0], title: { default: 'Skin', de: 'Haut', fr: 'Peau' } }];
      await apply('languages', { language: 'en', funnels: [{ subdomain: 'languages', published: { steps } }] });
      const read = async (path: string, wanted = '') => {
        const { locale, locales, steps } = parsePage(
          await open('languages', path, { headers: { 'accept-language': wanted } }),
        );
        return [locale, locales.join(), steps[0].title];
      };
      expect(await read('/')).toEqual(['en', 'en,de,fr', 'Skin']);
      expect(await read('/', 'es, de-AT;q=0.7, fr;q=0.5')).toEqual(['de', 'en,de,fr', 'Haut']);
      expect(await read('/?locale=fr-CA', 'de')).toEqual(['fr-CA', 'en,de,fr', 'Peau']);
      expect((await open('languages', '/?locale=x_y')).status).toBe(400);
    });

    it('shows results of its own funnel only, of a paused one too, and none after their erasure', async () => {
      const catalog = buildCatalog({ V1: ['skin:dry'], V2: [] });
      const funnels = [
        { subdomain: 'results-a', published },
        { subdomain: 'results-b', published },
      ];
      const { funnels: made } = await apply('results', { catalog, funnels });
      const authorization = `Bearer ${await management.createKey('results')}`;
      const create = (option: string) =>
        send(system.origin, '/api/v1/analyses', {
          headers: { authorization },
          body: { funnelId: made['results-a'].id, ...picks({ 1: option }) },
        });
      const [created, other] = [await create('dry'), await create('oily')];
      const path = `/r/${created.body.id}`;
      await apply('results', { funnels: [{ subdomain: 'results-a', paused: true }] });
      const shown = await open('results-a', path);
      expect([shown.status, shown.headers['x-robots-tag']]).toEqual([200, 'noindex']);
      expect(shown.text).not.toContain(created.body.id);
      // What was answered is not in it.
      expect((await open('results-a', `/r/${other.body.id}`)).text).toBe(shown.text);
      const event = {
        id: 'e-1',
        type: 'CLICK',
        variantId: 'V1',
        occurredAt: new Date().toISOString(),
      };
      const reported = await open('results-a', '/api/v1/events', {
        body: { analysisId: created.body.id, events: [event] },
      });
      expect([reported.status, reported.body]).toEqual([202, { accepted: 1, duplicates: 0 }]);
      const refused = await Promise.all([
        open('results-b', path),
        open('results-a', '/r/unknown'),
        open('results-a', '/r/%2e'),
      ]);
      for (const { status, text } of refused) {
        expect([status, text.includes('This result is not available')]).toEqual([404, true]);
      }
      const erased = await management.call('DELETE', `/companies/results/analyses/${created.body.id}`);
      expect(erased.status).toBe(204);
      expect((await open('results-a', path)).status).toBe(404);
    });

    it('whatever a merchant writes is text: forty ways to end a script, an attribute or a style end nothing', async () => {
      const hostile = HOSTILE.map((text, index) => ({
        key: `k${index}`,
        orderNumber: index,
        caption: { default: text },
        imageUrl: `https://img.example/${encodeURIComponent(text)}`,
      }));
      const steps = [{ ...published.steps[0], title: { default: HOSTILE.join(' ') }, selections: hostile }];
      const name = HOSTILE.slice(0, 6).join(' ').slice(0, 200);
      await apply('hostile', { name, funnels: [{ subdomain: 'hostile', name, paused: true, published: { steps } }] });
      const answer = await open('hostile', '/?locale=en&"><script>alert(1)</script>');
      const page = parsePage(answer);
      expect(page.steps[0].selections.map(({ caption }: { caption: string }) => caption)).toEqual(HOSTILE);
      expect(page.company.name).toBe(name);
      expect(answer.text.match(/<script/gi)).toHaveLength(2);
      expect(answer.text.match(/<style/gi)).toHaveLength(2);
      expect(answer.text).not.toMatch(/<(img|svg|iframe|body [^>]*on|a href="java|math|object|embed|base)/i);
    });
  });
}
const HOSTILE = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '</SCRIPT ><script>alert(1)</script>',
  '<!--<script>',
  '--><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '"><img src=x onerror=alert(1)>',
  "'><img src=x onerror=alert(1)>",
  '`><img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)">',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<body onload=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></mtext><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<object data="javascript:alert(1)">',
  '<embed src="javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<link rel=stylesheet href=//evil.example>',
  '</style><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</noscript><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '<template><script>alert(1)</script></template>',
  '{{constructor.constructor("alert(1)")()}}',
  `$${'{alert(1)}'}`,
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\u2028</script><script>alert(1)</script>',
  '\u2029alert(1)//',
  '</script\t><script\t>alert(1)</script\t>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  "';alert(1)//",
  '";alert(1);"',
];
