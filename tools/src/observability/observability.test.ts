import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scaleTimeout } from '@svc/kit/testing';
import { describe, expect, it } from 'vitest';
import { ALERTS } from './alerts.js';
import { ALL_BOARDS } from './boards/boards.js';
import { createFiles } from './generated-files.js';
import { createRecordingRules } from './objectives.js';
import { toRunbookPath } from './rules-file.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('the committed rules, runbooks and boards are those that `npm run observability` writes', () => {
  const files = createFiles();
  for (const [path, content] of files) expect(read(path), path).toBe(content);
  const committed = ['docs/runbooks', 'deploy/observability/boards'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${folder}/${name}`),
  );
  expect(committed.filter((path) => !files.has(path))).toEqual([]);
});

it('every procedure is in the list of procedures', () => {
  const folder = 'docs/runbooks/procedures';
  const list = read(`${folder}/README.md`);
  const pages = readdirSync(join(ROOT, folder)).filter((file) => file !== 'README.md');
  expect([...list.matchAll(/\(([\w-]+\.md)\)/g)].map(([, file]) => file).sort()).toEqual(pages.sort());
});

it('every alert has a name and a runbook of its own, which every rule links', () => {
  expect(new Set(ALERTS.map(({ name }) => name)).size).toBe(ALERTS.length);
  const rules = read('deploy/observability/alerts.yaml');
  for (const alert of ALERTS) expect(rules).toContain(`runbook_url: ${toRunbookPath(alert)}`);
});

describe('the metrics that alerts and boards use', () => {
  const page = read('docs/metrics.md');
  const known = new Set([...page.matchAll(/^\| `(\w+)`/gm)].map((row) => row[1] as string));
  const expressions = [
    ...createRecordingRules().map(({ expr }) => expr),
    ...ALERTS.map(({ expr }) => expr),
    ...ALL_BOARDS.flatMap(({ rows }) =>
      rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => Object.values(queries))),
    ),
  ];

  it('are listed in docs/metrics.md', () => {
    const unknown = expressions
      .flatMap(listMetrics)
      .filter((name) => !known.has(name.replace(/_(bucket|sum|count)$/, '')) && !known.has(name));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it('are recognized: a metric that does not exist would be found', () => {
    expect(listMetrics('sum by (app) (rate(svc_no_such_total{job="svc"}[5m])) > 2')).toEqual(['svc_no_such_total']);
  });
});

/** Names with an underscore outside of labels, groupings and recorded series. */
function listMetrics(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/svc:\w+/g, '')
    .replace(/\b(?:by|on|without|ignoring) \([^)]*\)/g, '');
  return [...bare.matchAll(/\b[a-z]\w*_\w+\b(?! ?\()/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'min_over_time');
}

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe.skipIf(!hasPromtool && process.env.CI === undefined)('promtool', () => {
  const promtool = (...args: string[]) =>
    execFileSync('promtool', args, { cwd: join(ROOT, 'deploy/observability'), encoding: 'utf8', stdio: 'pipe' });

  const FILES = ['alerts.test.yaml', 'alerts-slow.test.yaml', 'alerts-days.test.yaml'];

  it('accepts the rules', () => {
    expect(promtool('check', 'rules', 'alerts.yaml')).toContain('SUCCESS');
  });

  it('parses every expression of the boards', () => {
    const expressions = ALL_BOARDS.flatMap(({ rows }) =>
      rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => Object.values(queries))),
    );
    const rules = expressions.map(
      (expr, index) => `  - record: board:expression${index}\n    expr: ${JSON.stringify(expr)}`,
    );
    const file = `groups:\n- name: boards\n  rules:\n${rules.join('\n')}\n`;
    const directory = mkdtempSync(join(tmpdir(), 'boards-'));
    writeFileSync(join(directory, 'boards.yaml'), file);
    const { status, stderr } = spawnSync('promtool', ['check', 'rules', join(directory, 'boards.yaml')], {
      encoding: 'utf8',
    });
    rmSync(directory, { recursive: true });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  it(
    'lets every alert fire in one case and be silent in another',
    () => {
      expect(promtool('test', 'rules', ...FILES)).not.toContain('FAILED');
    },
    scaleTimeout(30_000),
  );
});
