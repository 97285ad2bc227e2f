import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;
const test = { id: 'E1', state: 'RUNNING', kind: 'QUESTIONNAIRE', funnel: 'beauty', name: 'Short\u001b[31m' };
const arm = { units: 10, openUnits: 0, successes: 3, value: 0.3, difference: null, outcome: null, sentence: null };
const results = {
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

it('experiments show and results --csv are the responses of the API', async () => {
  cli.answer({ body: test }, { body: '\uFEFF"day","arm"\r\n', type: 'text/csv; charset=utf-8' });
  expect(JSON.parse((await svc('experiments show E1')).out)).toEqual(test);
  expect((await svc('experiments results E1 --csv')).out).toBe('\uFEFF"day","arm"\r\n');
  expect(lines()).toEqual(['GET /glow/experiments/E1', 'GET /glow/experiments/E1/results.csv']);
});
