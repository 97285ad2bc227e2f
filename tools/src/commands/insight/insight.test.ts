import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;
const type = 'text/csv; charset=utf-8';
const STEPS =
  '\uFEFF"Definition","Of the visits …"\r\n"Time zone","UTC"\r\n\r\n' +
  '"step","title","shown"\r\n"1","Your ""goal""?","1000"\r\n"12","Skin, or hair\u001b[31m","40"\r\n';

it('insight prints what is counted and the rows in columns; control characters are harmless', async () => {
  cli.answer({ body: STEPS, type });
  const { code, out } = await svc('insight steps --funnel beauty --from 2026-11-01 --source spring');
  expect(code).toBe(0);
  expect(out).toBe(
    'Definition: Of the visits …\nTime zone: UTC\n\n' +
      'step  title                    shown\n' +
      '1     Your "goal"?             1000\n' +
      '12    Skin, or hair\\u001b[31m  40\n',
  );
  expect(lines()).toEqual(['GET /glow/insight/steps.csv?funnel=beauty&from=2026-11-01&source=spring']);
});

it('insight revenue is of the whole company unless a funnel is named, and says if there is nothing', async () => {
  cli.answer({ body: '\uFEFF"definition";"Attributed …"\r\n"day";"currency";"net"\r\n', type });
  expect((await svc('insight revenue --timezone Europe/Berlin')).out).toBe(
    'definition: Attributed …\n\nThere is nothing in these days.\n',
  );
  expect(lines()).toEqual(['GET /glow/insight/revenue.csv?timezone=Europe%2FBerlin']);
});

it('insight revenue is filtered by version, language and source, as the report is (docs/insight.md N7.8)', async () => {
  cli.answer({ body: STEPS, type });
  expect((await svc('insight revenue --version v1 --locale de --source spring')).code).toBe(0);
  expect(lines()).toEqual(['GET /glow/insight/revenue.csv?version=v1&locale=de&source=spring']);
});

it('insight revenue --by variant prints the variants; --json is the whole report, which has both', async () => {
  cli.answer(
    { body: '\uFEFF"definition","By variant …"\r\n"variantId","orders","net"\r\n"V1","2","150.0000"\r\n', type },
    { body: { variants: [] } },
  );
  expect((await svc('insight revenue --by variant')).out).toBe(
    'definition: By variant …\n\nvariantId  orders  net\nV1         2       150.0000\n',
  );
  expect((await svc('insight revenue --by variant --json')).code).toBe(0);
  expect(lines()).toEqual(['GET /glow/insight/revenue.csv?by=variant', 'GET /glow/insight/revenue']);
  for (const by of ['tab', 'rule']) {
    cli.answer({ body: '\uFEFF"place","key","net"\r\n"NAMED","FACE","150.0000"\r\n', type });
    expect((await svc(`insight revenue --by ${by}`)).out).toContain('NAMED  FACE  150.0000');
    expect(lines().at(-1)).toBe(`GET /glow/insight/revenue.csv?by=${by}`);
  }
  expect((await svc('insight revenue --by locale')).code).toBe(2);
  cli.answer({ body: { days: [] } });
  expect((await svc('insight revenue --kind verified --json')).code).toBe(0);
  expect(lines().at(-1)).toBe('GET /glow/insight/revenue?kind=verified');
});

it('insight --csv is the file as it is, with its byte order mark; --json the whole report', async () => {
  cli.answer({ body: STEPS, type }, { body: { days: [] } });
  expect((await svc('insight steps --funnel beauty --csv')).out).toBe(STEPS);
  expect((await svc('insight overview --funnel beauty --json')).out).toBe('{\n  "days": []\n}\n');
  expect(lines()[1]).toBe('GET /glow/insight/overview?funnel=beauty');
});

it('insight asks for a funnel where a report is of one, and for one form of output', async () => {
  const without = await svc('insight overview');
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('--funnel')]);
  const both = await svc('insight revenue --csv --json');
  expect([both.code, both.err]).toEqual([2, '--csv and --json exclude each other.\n']);
  expect(cli.asked).toEqual([]);
});
