import { expect, it } from 'vitest';
import { useCli } from '../../testing/use-cli.js';

const cli = useCli();
const { svc, lines, write } = cli;

it('apply sends the file as it is and says what changed', async () => {
  const body = {
    warnings: [],
    changed: ['name', 'funnels/beauty/published'],
    funnels: { beauty: { id: 'F1', published: { number: 3 }, draft: { number: 4 } }, empty: { id: 'F2' } },
  };
  cli.answer({ body }, { body: { changed: [], funnels: {}, warnings: [] } });
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
  expect(cli.asked.map(({ headers }) => headers['content-type'])).toEqual(['application/yaml', 'application/json']);
  expect(cli.asked[0]?.body).toBe(yaml);
  expect(cli.asked[0]?.headers.authorization).toBe('Bearer token');
});

it('apply prints warnings on stderr, with exit code 0: nothing was refused', async () => {
  const warnings = [
    { path: '/funnels/0/matching/rules/0/then/exclude/tags/0', message: 'Nothing carries this tag.' },
    { path: '', message: 'There are 3 more warnings.' },
  ];
  cli.answer({ body: { changed: [], funnels: {}, warnings } });
  expect(await svc(`apply ${write('warned.yaml', 'name: x\n')}`)).toEqual({
    code: 0,
    out: 'Nothing changed.\n',
    err:
      'Warnings:\n' +
      '  /funnels/0/matching/rules/0/then/exclude/tags/0: Nothing carries this tag.\n' +
      '  /: There are 3 more warnings.\n',
  });
});
