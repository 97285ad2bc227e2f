import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../svc.mjs', import.meta.url));

interface Result {
  code: number | null;
  out: string;
  err: string;
}

/** What the stand-in of the management API was asked, and what it says. */
interface Asked {
  line: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

describe('svc, the command line', () => {
  let server: Server;
  let folder: string;
  let url: string;
  let asked: Asked[];
  let answers: { status?: number; body: unknown; type?: string }[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-cli-'));
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
        const answer = answers.shift() ?? { status: 500, body: { error: 'UNEXPECTED', message: 'Not expected.' } };
        const type = answer.type ?? 'application/json; charset=utf-8';
        response.writeHead(answer.status ?? 200, { 'content-type': type });
        response.end(
          answer.status === 204 ? undefined : type.includes('json') ? JSON.stringify(answer.body) : answer.body,
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    asked = [];
    answers = [];
  });

  /** Runs the command in an empty folder with nothing in its environment but what is given. */
  function svc(line: string, environment: Record<string, string | undefined> = {}): Promise<Result> {
    const env = { PATH: process.env.PATH, SVC_URL: url, PLATFORM_TOKEN: 'token', SVC_COMPANY: 'glow', ...environment };
    const child = spawn(process.execPath, [script, ...line.split(' ').filter(Boolean)], {
      cwd: folder,
      env: env as NodeJS.ProcessEnv,
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
  }
  const lines = () => asked.map(({ line }) => line.replace('/api/admin/v1/companies', ''));
  const write = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return name;
  };

  describe('--help', () => {
    it.each([
      ['', /svc apply\|export\|keys\|publish\|versions\|.*catalog\|explain\|erase/],
      ['--help', /SVC_URL.*PLATFORM_TOKEN.*SVC_COMPANY/],
      ['-h', /Company API Keys/],
      ['keys --help', /svc keys create\|list\|revoke/],
      ['keys create --help', /svc keys create \[OPTIONS\] --name/],
      ['catalog --help', /svc catalog import\|runs/],
      ['catalog import --help', /--dry-run/],
      ['apply --help', /<FILE>/],
      ['export --help', /--json/],
      ['publish --help', /<SUBDOMAIN>/],
      ['versions --help', /<SUBDOMAIN>/],
      ['explain --help', /<ANALYSIS>[\s\S]*--variant[\s\S]*--json/],
      ['erase --help', /--email[\s\S]*--analysis/],
    ])('svc %s', async (line, expected) => {
      const { code, out, err } = await svc(line);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(expected);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: no colours where nobody sees them.
      expect(out).not.toMatch(/\u001b/);
      expect(asked).toEqual([]);
    });
  });

  describe('a wrong call: a sentence that says what to do, exit code 2, nothing sent', () => {
    it.each<[string, RegExp, Record<string, string | undefined>?]>([
      ['nonsense', /no command "svc nonsense"\. Use "svc apply"/],
      ['constructor', /no command "svc constructor"/],
      ['keys', /Use "svc keys create", "svc keys list", "svc keys revoke"/],
      ['keys make', /no command "svc keys make"/],
      ['apply', /FILE/],
      ['apply nowhere.yaml', /There is no file nowhere\.yaml/],
      ['apply .', /folder/],
      ['apply broken.yaml', /neither YAML nor JSON/],
      ['apply nameless.yaml', /--company HANDLE, or .* SVC_COMPANY/, { SVC_COMPANY: undefined }],
      ['catalog import nowhere.csv', /There is no file/],
      ['catalog import nameless.yaml --dryrun', /Unknown option '--dryrun'; see "svc catalog import --help"/],
      ['keys create', /--name/],
      ['keys create --name', /--name/],
      ['keys list more', /nothing but options/],
      ['publish a b', /one argument/],
      ['check', /SUBDOMAIN/],
      ['check beauty --publised', /Unknown option '--publised'/],
      ['explain A1', /--variant/],
      ['explain --variant V1', /ANALYSIS/],
      ['explain A1 V1 --variant V2', /one argument/],
      ['erase', /either --email or --analysis/],
      ['erase --email a@b.example --analysis x', /either --email or --analysis/],
      ['versions beauty', /PLATFORM_TOKEN is not set/, { PLATFORM_TOKEN: undefined }],
      ['versions beauty', /--company/, { SVC_COMPANY: undefined }],
    ])('svc %s', async (line, expected, environment) => {
      write('broken.yaml', 'a: [');
      write('nameless.yaml', 'name: Glow\n');
      const { code, out, err } = await svc(line, environment);
      expect([code, out, asked]).toEqual([2, '', []]);
      expect(err).toMatch(expected);
      expect(err).not.toMatch(/\n\s+at /);
    });
  });

  describe('a refusal: code and message of the answer on stderr, exit code 1', () => {
    it('lists the details of a refused file', async () => {
      const details = [
        { path: '/name', message: 'Too long.' },
        { path: '', message: 'Not a file.' },
      ];
      answers = [{ status: 400, body: { error: 'INVALID_BLUEPRINT', message: 'Nothing was changed.', details } }];
      const { code, out, err } = await svc(`apply ${write('a.yaml', 'name: x')}`);
      expect([code, out]).toEqual([1, '']);
      expect(err).toBe('INVALID_BLUEPRINT: Nothing was changed.\n  /name: Too long.\n  /: Not a file.\n');
    });

    it('says what it got when the answer is not that of the service', async () => {
      answers = [{ status: 502, body: '<html>', type: 'text/html' }];
      const { code, err } = await svc('versions beauty');
      expect([code, err]).toEqual([1, expect.stringContaining('502')]);
    });

    it('says which address does not answer', async () => {
      const { code, err } = await svc('versions beauty', { SVC_URL: 'http://127.0.0.1:1' });
      expect([code, err]).toEqual([1, expect.stringMatching(/^UNREACHABLE: No answer from http:\/\/127\.0\.0\.1:1/)]);
    });
  });

  it('apply sends the file as it is and says what changed', async () => {
    const body = {
      changed: ['name', 'funnels/beauty/published'],
      funnels: { beauty: { id: 'F1', published: { number: 3 }, draft: { number: 4 } }, empty: { id: 'F2' } },
    };
    answers = [{ body }, { body: { changed: [], funnels: {} } }];
    const yaml = 'handle: from-file\nname: x # kept\n';
    const first = await svc(`apply ${write('company.yaml', yaml)}`);
    expect(first).toEqual({
      code: 0,
      out: 'Changed:\n  name\n  funnels/beauty/published\nFunnel beauty: F1 (published version 3, draft 4)\nFunnel empty: F2\n',
      err: '',
    });
    const second = await svc(`apply ${write('company.json', '{}')} --company other`);
    expect(second.out).toBe('Nothing changed.\n');
    expect(lines()).toEqual(['PUT /from-file/blueprint', 'PUT /other/blueprint']);
    expect(asked.map(({ headers }) => headers['content-type'])).toEqual(['application/yaml', 'application/json']);
    expect(asked[0]?.body).toBe(yaml);
    expect(asked[0]?.headers.authorization).toBe('Bearer token');
  });

  it('export prints YAML or JSON, or writes a file', async () => {
    answers = [
      { body: 'name: x\n', type: 'application/yaml' },
      { body: { name: 'x' } },
      { body: 'name: y\n', type: 'application/yaml' },
    ];
    expect((await svc('export')).out).toBe('name: x\n');
    expect((await svc('export --json')).out).toBe('{\n  "name": "x"\n}\n');
    expect((await svc('export --out kept.yaml')).out).toBe('');
    expect(readFileSync(join(folder, 'kept.yaml'), 'utf8')).toBe('name: y\n');
    expect(asked.map(({ headers }) => headers.accept)).toEqual([
      'application/yaml',
      'application/json',
      'application/yaml',
    ]);
  });

  it('keys create prints the value alone on stdout, so that a script can keep it', async () => {
    answers = [{ status: 201, body: { id: 'K1', name: 'Shop', value: 'svc_live_x', scopes: ['funnel.read'] } }];
    const { code, out, err } = await svc('keys create --name=Shop --scopes funnel.read --expires 2099-01-01T00:00:00Z');
    expect([code, out]).toEqual([0, 'svc_live_x\n']);
    expect(err).toContain('not shown again');
    expect(JSON.parse(asked[0]?.body as string)).toEqual({
      name: 'Shop',
      scopes: ['funnel.read'],
      expiresAt: '2099-01-01T00:00:00Z',
    });
  });

  it('keys list follows every page and says what state a key is in', async () => {
    const key = { lastFour: 'abcd', scopes: [], createdAt: '', name: 'n' };
    answers = [
      {
        body: {
          data: [
            { ...key, id: 'K1' },
            { ...key, id: 'K2', revokedAt: '2026-01-01' },
          ],
          nextCursor: 'a b',
        },
      },
      {
        body: {
          data: [
            { ...key, id: 'K3', expiresAt: '2020-01-01T00:00:00Z' },
            { ...key, id: 'K4', expiresAt: '2999-01-01T00:00:00Z' },
          ],
          nextCursor: null,
        },
      },
    ];
    const { out } = await svc('keys list');
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split('  ')[2]),
    ).toEqual(['active', 'revoked', 'expired 2020-01-01T00:00:00Z', 'expires 2999-01-01T00:00:00Z']);
    expect(lines()[1]).toBe('GET /glow/api-keys?limit=100&cursor=a%20b');
  });

  it('keys revoke, publish and versions name what they did', async () => {
    answers = [
      { status: 204, body: '' },
      { body: { id: 'V2', number: 2 } },
      { body: { data: [{ id: 'V2', number: 2, state: 'PUBLISHED', createdAt: 'today' }], nextCursor: null } },
    ];
    expect((await svc('keys revoke K1')).out).toBe('Key K1 is revoked.\n');
    expect((await svc('publish beauty')).out).toBe('Version 2 (V2) of beauty is published.\n');
    expect((await svc('versions beauty')).out).toBe('   2  V2  PUBLISHED  today\n');
    expect(lines()).toEqual([
      'DELETE /glow/api-keys/K1',
      'POST /glow/funnels/beauty/publish',
      'GET /glow/funnels/beauty/versions?limit=100',
    ]);
  });

  describe('check says what it found', () => {
    const none = { total: 0, first: [] };
    const report = {
      version: { id: 'V4', number: 4 },
      paths: { method: 'all', checked: 8, total: 8, undecidedPairs: 0 },
      deadEnds: none,
      deadPaths: 0,
      unreachableVariants: none,
      emptyTabs: none,
      idleRules: none,
      conflicts: none,
      idleOptions: none,
      eligible: { limit: 2000, assortment: 3, resultPage: null, pathsOverLimit: 0 },
    };

    it('a sound funnel: exit code 0, and the version that the option names', async () => {
      answers = [{ body: report }, { body: { ...report, paths: { ...report.paths, method: 'pairwise', total: 900 } } }];
      const draft = await svc('check beauty');
      expect(draft).toEqual({
        code: 0,
        out: 'beauty, version 4: all 8 answer paths checked.\nNothing was found.\n',
        err: '',
      });
      const published = await svc('check beauty --published --company other');
      expect(published.out).toContain('8 of up to 900 answer paths checked, every two answers together at least once.');
      expect(lines()).toEqual(['POST /glow/funnels/beauty/check', 'POST /other/funnels/beauty/check']);
      expect(asked.map(({ body }) => body)).toEqual(['{}', '{"version":"published"}']);
    });

    it('dead ends: exit code 1; every finding on a line of its own', async () => {
      const taste = { step: 1, key: 'taste', chosen: ['sour', 'salt'] };
      const found = {
        ...report,
        deadEnds: {
          total: 1,
          first: [{ answers: [taste, { step: 2, key: 'scent', chosen: [] }], paths: 1, example: [taste] }],
        },
        deadPaths: 1,
        unreachableVariants: { total: 51, first: ['V7'] },
        emptyTabs: { total: 1, first: ['LIPS'] },
        idleRules: { total: 1, first: [{ rule: 'summer', reason: 'EXPIRED' }] },
        conflicts: {
          total: 2,
          first: [
            { kind: 'EXCLUDES_REQUIRED', rules: ['a', 'b'], paths: 2 },
            { kind: 'REQUIRES_DISJOINT', rules: ['a', 'c'], paths: 2 },
          ],
        },
        idleOptions: { total: 1, first: [{ step: 2, key: 'scent', option: 'light' }] },
      };
      answers = [{ body: found }];
      const { code, out } = await svc('check beauty');
      expect(code).toBe(1);
      expect(out.split('\n').slice(1)).toEqual([
        'Dead ends (answers with which nothing matches): 1',
        '  taste = sour + salt, scent not answered (1 path)',
        'Variants that no path reaches: 51',
        '  V7',
        '  … and 50 more',
        'Tabs that are empty on every path: 1',
        '  LIPS',
        'Rules that do nothing: 1',
        '  summer: its "until" is over',
        'Conflicts of rules: 2',
        '  b excludes all that a requires (2 paths)',
        '  c and a require nothing in common (2 paths)',
        'Options without effect: 1',
        '  scent = light',
        '',
      ]);
    });
  });

  it('catalog import sends the bytes, prints the report, and fails unless the run succeeded', async () => {
    const run = {
      id: 'I1',
      state: 'SUCCEEDED',
      read: 300,
      created: 1,
      updated: 2,
      unchanged: 3,
      removed: 4,
      notes: ['Windows-1252.'],
    };
    const rejected = [
      { line: 5, column: 'price', reason: 'No number.' },
      { line: 6, column: '', reason: 'Too short.' },
    ];
    answers = [
      { body: { ...run, rejected, rejectedCount: 294 } },
      { body: { ...run, state: 'HELD', reason: 'Too many would vanish.', rejected: [], rejectedCount: 0 } },
    ];
    const file = write('feed.csv', 'id;name;url\nä;b;c\n');
    const first = await svc(`catalog import ${file}`);
    expect(first.out).toBe(
      'SUCCEEDED\n300 rows read: 1 created, 2 updated, 3 unchanged, 294 rejected; 4 removed\nnote: Windows-1252.\n' +
        'line 5, price: No number.\nline 6: Too short.\n… and 292 more rows\n',
    );
    const second = await svc(`catalog import ${file} --dry-run`);
    expect([first.code, second.code]).toEqual([0, 1]);
    expect(second.out).toContain('HELD: Too many would vanish.');
    expect(lines()).toEqual([
      'POST /glow/catalog/imports?wait=true',
      'POST /glow/catalog/imports?wait=true&dryRun=true',
    ]);
    expect(asked[0]).toMatchObject({ body: 'id;name;url\nä;b;c\n', headers: { 'content-type': 'text/csv' } });
  });

  it('catalog runs and erase', async () => {
    answers = [
      { body: { data: [{ id: 'I1', state: 'FAILED', read: 3 }], nextCursor: null } },
      { body: { erased: 1 } },
      { body: { erased: 2 } },
      { status: 204, body: '' },
    ];
    expect((await svc('catalog runs')).out).toBe('I1  FAILED  3 rows read\n');
    expect((await svc('erase --email a+b@c.example')).out).toBe('1 analysis erased.\n');
    expect((await svc('erase --email=x@c.example')).out).toBe('2 analyses erased.\n');
    expect((await svc('erase --analysis A1 --company other')).out).toBe('Erased.\n');
    expect(lines().slice(1)).toEqual([
      'DELETE /glow/analyses?email=a%2Bb%40c.example',
      'DELETE /glow/analyses?email=x%40c.example',
      'DELETE /other/analyses/A1',
    ]);
  });

  it('explain asks for every variant and prints the sentences, or the trace with --json', async () => {
    const test = (passed: boolean, sentence: string) => ({ passed, sentence });
    const body = {
      date: '2026-11-21',
      versions: { funnelVersion: { id: 'F', number: 3 }, catalogVersion: 7, configVersion: 41 },
      variants: [
        {
          sentence: 'V1 is matched.',
          eligibility: test(true, 'Available.'),
          tests: [test(true, 'Complete.'), test(true, 'Not excluded.')],
          sets: [{ sentence: 'Complete.' }, { sentence: 'Another set.' }],
          pin: { sentence: 'Pinned.' },
          score: { parts: [{ sentence: 'Tags.' }], boosts: [{ sentence: 'Boost.' }], sentence: 'Score.' },
        },
        {
          sentence: 'V&2 is not matched.',
          eligibility: test(true, 'Available.'),
          tests: [test(false, 'Avoided.')],
          sets: [],
          pin: null,
          score: null,
        },
      ],
    };
    answers = [{ body }, { body }];
    const lines1 =
      '  + Available.\n  + Complete.\n  + Not excluded.\n    Another set.\n    Pinned.\n    Tags.\n    Boost.\n    Score.';
    const lines2 = '  + Available.\n  - Avoided.';
    expect(await svc('explain A1 --variant V1 --variant=V&2')).toEqual({
      code: 0,
      out: `V1 is matched.\n${lines1}\n\nV&2 is not matched.\n${lines2}\n\nVersion 3, catalogue 7, settings 41, 2026-11-21.\n`,
      err: '',
    });
    expect(JSON.parse((await svc('explain --json --variant V1 A1 --company other')).out)).toEqual(body);
    expect(lines()).toEqual([
      'GET /glow/analyses/A1/explain?variantId=V1&variantId=V%262',
      'GET /other/analyses/A1/explain?variantId=V1',
    ]);
  });

  it('takes the token that npm start keeps in DATA_DIR', async () => {
    write('platform-token', 'kept-token\n');
    answers = [{ body: { data: [], nextCursor: null } }];
    const { code } = await svc('catalog runs', { PLATFORM_TOKEN: undefined, DATA_DIR: folder });
    expect([code, asked[0]?.headers.authorization]).toEqual([0, 'Bearer kept-token']);
  });
});
