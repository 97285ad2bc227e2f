import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines } = cli;

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
  cli.answer({ body }, { body });
  const lines1 =
    '  + Available.\n  + Complete.\n  + Not excluded.\n    Another set.\n    Pinned.\n    Tags.\n    Boost.\n    Score.';
  const lines2 = '  + Available.\n  - Avoided.';
  expect(await svc('explain A1 --variant V1 --variant=V&2')).toEqual({
    code: 0,
    out: `V1 is matched.\n${lines1}\n\nV&2 is not matched.\n${lines2}\n\nVersion 3, catalog 7, settings 41, 2026-11-21.\n`,
    err: '',
  });
  expect(JSON.parse((await svc('explain --json --variant V1 A1 --company other')).out)).toEqual(body);
  expect(lines()).toEqual([
    'GET /glow/analyses/A1/explain?variantId=V1&variantId=V%262',
    'GET /other/analyses/A1/explain?variantId=V1',
  ]);
});
