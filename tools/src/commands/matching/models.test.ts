import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;
const model = (version: number, rest: object = {}) => ({
  version,
  builtAt: '2026-11-21T10:00:00.000Z',
  untilDay: '2026-11-21',
  sessions: 500,
  impressions: 5_000,
  active: false,
  pinned: false,
  ...rest,
});

it('models list prints the newest first, with the one in force', async () => {
  cli.answer({ body: { data: [model(12), model(11, { active: true, pinned: true })] } }, { body: { data: [] } });
  expect((await svc('models list beauty')).out).toBe(
    '  12  2026-11-21T10:00:00.000Z  500 sessions, 5000 impressions\n' +
      '  11  2026-11-21T10:00:00.000Z  500 sessions, 5000 impressions  in force, pinned\n',
  );
  expect((await svc('models list beauty')).out).toBe('beauty has no model yet.\n');
  expect(lines()).toEqual(Array(2).fill('GET /glow/funnels/beauty/models?limit=100'));
});

it('models build says what came of it', async () => {
  cli.answer(
    { body: { outcome: 'BUILT', reason: null, model: model(3, { active: true }) } },
    { body: { outcome: 'UNCHANGED', reason: null, model: model(3) } },
    { body: { outcome: 'NO_EVENTS', reason: 'Nothing was clicked.', model: null } },
  );
  expect((await svc('models build beauty')).out).toMatch(/^ {3}3 .* in force\n$/);
  expect((await svc('models build beauty')).out).toMatch(/^Nothing new was learned: .*\n {3}3 /);
  expect((await svc('models build beauty')).out).toBe('No model was built. Nothing was clicked.\n');
  expect(lines()).toEqual(Array(3).fill('POST /glow/funnels/beauty/models'));
});

it('models activate names the model that is in force now', async () => {
  cli.answer({ body: model(3, { active: true, pinned: true }) }, { body: model(4, { active: true }) });
  expect((await svc('models activate beauty --model 3')).out).toBe('Model 3 of beauty is in force and pinned.\n');
  expect((await svc('models activate beauty --model latest')).out).toBe('Model 4 of beauty is in force.\n');
  expect(lines()).toEqual([
    'POST /glow/funnels/beauty/models/3/activate',
    'POST /glow/funnels/beauty/models/latest/activate',
  ]);
});

it('learning prints sentences, or the report with --json', async () => {
  const body = {
    enabled: true,
    model: { version: 3, pinned: true, sessions: 500, impressions: 5_000, untilDay: '2026-11-21' },
    lastBuild: {
      outcome: 'NO_EVENTS',
      reason: 'Nothing was clicked.',
      endedAt: '2026-11-21T11:00:00.000Z',
      sessions: 520,
      impressions: 5_100,
    },
    options: [
      { caption: 'Dry skin', sessions: 120, learned: true },
      { caption: 'Oily skin', sessions: 12, learned: false },
    ],
    lifts: [{ sentence: 'Shoppers who chose Dry skin choose Velvet 1.8 × as often.' }],
    popular: [{ name: 'Velvet', times: 2.3 }],
  };
  cli.answer({ body }, { body });
  expect(
    (await svc('learning beauty')).out,
  ).toBe(`Funnel AI is on. Model 3 (pinned): 500 sessions, 5000 impressions, until 2026-11-21.
Last build 2026-11-21T11:00:00.000Z, from 520 sessions with 5100 impressions: Nothing was clicked.

Options
  Dry skin: 120 analyses
  Oily skin: 12 analyses, too few to act

Lifts
  Shoppers who chose Dry skin choose Velvet 1.8 × as often.

Popular
  Velvet: 2.3 × as often as expected from its positions
`);
  expect(JSON.parse((await svc('learning beauty --json')).out)).toEqual(body);
});
