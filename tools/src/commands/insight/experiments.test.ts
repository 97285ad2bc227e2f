import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;
const test = { id: 'E1', state: 'RUNNING', kind: 'QUESTIONNAIRE', funnel: 'beauty', name: 'Short\u001b[31m' };
const arm = { units: 10, openUnits: 0, successes: 3, value: 0.3, difference: null, outcome: null, sentence: null };
const results = {
  ...{ guards: [], splitCheck: null },
  ...{ experiment: test, fullDays: 3, timeZone: 'UTC', ratio: { pValue: 1, isAlarm: false } },
  measures: [
    {
      ...{ measure: 'COMPLETION_RATE', role: 'PRIMARY' },
      arms: [
        { ...arm, key: 'A' },
        { ...arm, key: 'B', openUnits: 2, value: null, sentence: { en: 'Not decided yet.', de: '' } },
      ],
    },
  ],
};

it('experiments are listed; control characters in names are harmless', async () => {
  cli.answer({ body: { data: [test] } }, { body: { data: [] } });
  expect((await svc('experiments list --funnel beauty')).out).toBe(
    'E1  RUNNING    QUESTIONNAIRE  beauty  Short\\u001b[31m\n',
  );
  expect((await svc('experiments list')).out).toBe('There are no tests.\n');
  expect(lines()).toEqual(['GET /glow/experiments?limit=100&funnel=beauty', 'GET /glow/experiments?limit=100']);
});

it('experiments results are sentences with the figures of each arm; an alarm of the shares says that there is none', async () => {
  cli.answer({ body: results }, { body: { ...results, ratio: { pValue: 0.0001, isAlarm: true }, measures: [] } });
  expect((await svc('experiments results E1')).out).toBe(
    'Short\\u001b[31m: RUNNING, 3 full days (UTC).\nThe shares of the arms agree with their weights (p = 1).\n\n' +
      'COMPLETION_RATE (PRIMARY)\n  A  10 units, 0.3\n  B  10 units, 2 more are open, not measured. Not decided yet.\n',
  );
  expect((await svc('experiments results E1')).out).toContain('(p = 0.0001): there is no result.');
  expect(lines()).toEqual(['GET /glow/experiments/E1/results', 'GET /glow/experiments/E1/results']);
});

it('experiments results say which guard an arm makes worse, and that the check of the system failed', async () => {
  const worse = { guard: 'REFUNDS', arms: [{ key: 'B', isWorse: true }] };
  cli.answer({ body: { ...results, guards: [worse], splitCheck: { isAlarm: true } } });
  const { out } = await svc('experiments results E1');
  expect(out).toContain('B makes this worse: REFUNDS.\nTwo equal halves of the units seem to differ');
});

it('experiments create, start and stop say what is planned, and the state of the test', async () => {
  const file = cli.write('test.yaml', 'name: Short\nkind: QUESTIONNAIRE\nfunnel: beauty\n');
  const plan = { plannedUnits: 7_000, unitsPerWeek: 90, days: 41, isUnlikelyToDecide: true };
  cli.answer(
    { body: { ...test, state: 'DRAFT', plan } },
    { body: { ...test, plan } },
    { body: { ...test, state: 'DECIDED' } },
  );
  expect((await svc(`experiments create ${file}`)).out).toBe(
    'E1  7000 units per arm, about 41 days. Under 200 units a week in an arm: it will probably not decide.\n',
  );
  expect((await svc('experiments start E1 --dry-check')).out).toContain('Short\\u001b[31m: RUNNING. 7000 units');
  expect((await svc('experiments stop E1')).out).toBe('Short\\u001b[31m: DECIDED.\n');
  expect(lines()).toEqual([
    'POST /glow/experiments',
    'POST /glow/experiments/E1/start',
    'POST /glow/experiments/E1/stop',
  ]);
  expect(cli.asked.slice(0, 2).map(({ body }) => JSON.parse(body))).toEqual([
    { name: 'Short', kind: 'QUESTIONNAIRE', funnel: 'beauty' },
    { dryCheck: true },
  ]);
  cli.write('test.yaml', 'name: [');
  const wrong = await svc(`experiments create ${file}`);
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('must be valid YAML or JSON')]);
});

it('experiments show and results --csv are the responses of the API', async () => {
  cli.answer({ body: test }, { body: '\uFEFF"day","arm"\r\n', type: 'text/csv; charset=utf-8' });
  expect(JSON.parse((await svc('experiments show E1')).out)).toEqual(test);
  expect((await svc('experiments results E1 --csv')).out).toBe('\uFEFF"day","arm"\r\n');
  expect(lines()).toEqual(['GET /glow/experiments/E1', 'GET /glow/experiments/E1/results.csv']);
});
