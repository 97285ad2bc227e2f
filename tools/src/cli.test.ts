import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useCli } from './testing/use-cli.js';

const cli = useCli();
const { svc, spawnSvc, lines, write } = cli;

describe('svc, the command line', () => {
  describe('--help', () => {
    it.each([
      [
        '',
        /svc apply\|export\|keys\|users\|audit\|check\|replay\|publish\|rollback\|versions\|releases\|settings\|.*catalog\|.*explain\|erase/,
      ],
      ['--help', /SVC_URL.*PLATFORM_TOKEN.*SVC_COMPANY/],
      ['-h', /Company API Keys/],
      ['keys --help', /svc keys create\|list\|revoke/],
      ['keys create --help', /svc keys create \[OPTIONS\] --name/],
      ['catalog --help', /svc catalog import\|sync\|runs/],
      ['catalog import --help', /--dry-run/],
      ['shopify --help', /svc shopify connect\|status\|sync\|disconnect/],
      ['apply --help', /<FILE>/],
      ['export --help', /--json/],
      ['publish --help', /<SUBDOMAIN>[\s\S]*--force/],
      ['versions --help', /<SUBDOMAIN>/],
      ['replay --help', /<SUBDOMAIN>[\s\S]*<FILE>[\s\S]*--last[\s\S]*--json/],
      ['rollback --help', /<SUBDOMAIN>[\s\S]*--number[\s\S]*--id/],
      ['settings rollback --help', /<VERSION>[\s\S]*--part/],
      ['experiments --help', /svc experiments list\|show\|create\|start\|stop\|results/],
      ['chat --help', /svc chat list\|show\|delete\|unanswered/],
      ['insight --help', /svc insight overview\|steps\|answers\|matches\|sources\|revenue/],
      ['insight steps --help', /--funnel[\s\S]*--from[\s\S]*--to[\s\S]*--csv/],
      ['explain --help', /<ANALYSIS>[\s\S]*--variant[\s\S]*--json/],
      ['erase --help', /--email[\s\S]*--analysis/],
    ])('svc %s', async (line, expected) => {
      const { code, out, err } = await svc(line);
      expect([code, err]).toEqual([0, '']);
      expect(out).toMatch(expected);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: output that is not a terminal has no colors.
      expect(out).not.toMatch(/\u001b/);
      expect(cli.asked).toEqual([]);
    });
  });

  describe('a wrong call: a sentence that says what to do, exit code 2, nothing sent', () => {
    it.each<[string, RegExp, Record<string, string | undefined>?]>([
      ['nonsense', /no command "svc nonsense"\. Use "svc apply"/],
      ['constructor', /no command "svc constructor"/],
      ['keys', /Use "svc keys create", "svc keys list", "svc keys revoke"/],
      ['keys make', /no command "svc keys make"/],
      ['apply', /FILE/],
      ['apply nowhere.yaml', /The file nowhere\.yaml does not exist/],
      ['apply .', /folder/],
      ['apply broken.yaml', /must be YAML or JSON/],
      ['apply nameless.yaml', /--company HANDLE, or .* SVC_COMPANY/, { SVC_COMPANY: undefined }],
      ['catalog import nowhere.csv', /does not exist/],
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
      expect([code, out, cli.asked]).toEqual([2, '', []]);
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
      cli.answer({ status: 400, body: { error: 'INVALID_BLUEPRINT', message: 'Nothing was changed.', details } });
      const { code, out, err } = await svc(`apply ${write('a.yaml', 'name: x')}`);
      expect([code, out]).toEqual([1, '']);
      expect(err).toBe('INVALID_BLUEPRINT: Nothing was changed.\n  /name: Too long.\n  /: Not a file.\n');
    });

    it('says what it got when the answer is not that of the service', async () => {
      cli.answer({ status: 502, body: '<html>', type: 'text/html' });
      const { code, err } = await svc('versions beauty');
      expect([code, err]).toEqual([1, expect.stringContaining('502')]);
    });

    it('says which address does not answer', async () => {
      const { code, err } = await svc('versions beauty', { SVC_URL: 'http://127.0.0.1:1' });
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/^UNREACHABLE: http:\/\/127\.0\.0\.1:1\S* did not respond/),
      ]);
    });
  });

  it('export prints YAML or JSON, or writes a file', async () => {
    cli.answer(
      { body: 'name: x\n', type: 'application/yaml' },
      { body: { name: 'x' } },
      { body: 'name: y\n', type: 'application/yaml' },
    );
    expect((await svc('export')).out).toBe('name: x\n');
    expect((await svc('export --json')).out).toBe('{\n  "name": "x"\n}\n');
    expect((await svc('export --out kept.yaml')).out).toBe('');
    expect(readFileSync(join(cli.folder, 'kept.yaml'), 'utf8')).toBe('name: y\n');
    expect(cli.asked.map(({ headers }) => headers.accept)).toEqual([
      'application/yaml',
      'application/json',
      'application/yaml',
    ]);
  });

  it('keys create prints the value alone on stdout, so that a script can keep it', async () => {
    cli.answer({ status: 201, body: { id: 'K1', name: 'Shop', value: 'svc_live_x', scopes: ['funnel.read'] } });
    const { code, out, err } = await svc('keys create --name=Shop --scopes funnel.read --expires 2099-01-01T00:00:00Z');
    expect([code, out]).toEqual([0, 'svc_live_x\n']);
    expect(err).toContain('not shown again');
    expect(JSON.parse(cli.asked[0]?.body as string)).toEqual({
      name: 'Shop',
      scopes: ['funnel.read'],
      expiresAt: '2099-01-01T00:00:00Z',
    });
  });

  it('keys list follows every page and says what state a key is in', async () => {
    const key = { lastFour: 'abcd', scopes: [], createdAt: '', name: 'n' };
    cli.answer(
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
    );
    // As a program: an open connection to the service does not keep it from ending.
    const { code, out } = await spawnSvc('keys list');
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => line.split('  ')[2]),
    ).toEqual(['active', 'revoked', 'expired 2020-01-01T00:00:00Z', 'expires 2999-01-01T00:00:00Z']);
    expect(lines()[1]).toBe('GET /glow/api-keys?limit=100&cursor=a%20b');
  });

  it('keys revoke names what it did', async () => {
    cli.answer({ status: 204, body: '' });
    expect((await svc('keys revoke K1')).out).toBe('Key K1 is revoked.\n');
    expect(lines()).toEqual(['DELETE /glow/api-keys/K1']);
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
    cli.answer(
      { body: { ...run, rejected, rejectedCount: 294 } },
      { body: { ...run, state: 'HELD', reason: 'Too many would vanish.', rejected: [], rejectedCount: 0 } },
    );
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
    expect(cli.asked[0]).toMatchObject({ body: 'id;name;url\nä;b;c\n', headers: { 'content-type': 'text/csv' } });
  });

  it('erase names an address or an analysis', async () => {
    cli.answer({ body: { erased: 1 } }, { body: { erased: 2 } }, { status: 204, body: '' });
    expect((await svc('erase --email a+b@c.example')).out).toBe('1 analysis erased.\n');
    expect((await svc('erase --email=x@c.example')).out).toBe('2 analyses erased.\n');
    expect((await svc('erase --analysis A1 --company other')).out).toBe('Erased.\n');
    expect(lines()).toEqual([
      'DELETE /glow/analyses?email=a%2Bb%40c.example',
      'DELETE /glow/analyses?email=x%40c.example',
      'DELETE /other/analyses/A1',
    ]);
  });

  it('takes the token that npm start keeps in DATA_DIR', async () => {
    write('platform-token', 'kept-token\n');
    cli.answer({ body: { data: [], nextCursor: null } });
    const { code } = await svc('catalog runs', { PLATFORM_TOKEN: undefined, DATA_DIR: cli.folder });
    expect([code, cli.asked[0]?.headers.authorization]).toEqual([0, 'Bearer kept-token']);
  });
});
