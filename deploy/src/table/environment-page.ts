import type { EnvSpec } from '@svc/kit';
import type { DeployedName } from '../../services.ts';

/** `deploy/env.md`: the variables of every program, those that several programs read first. */
export function createEnvironmentPage(programs: ReadonlyMap<DeployedName, EnvSpec>): string {
  const rows = [...programs].flatMap(([program, spec]) =>
    Object.entries(spec).map(([name, variable]) => ({
      program,
      name,
      cells: `| \`${name}\` | ${toCode(variable.fallbackText)} | ${toText(variable.doc)} |`,
    })),
  );
  const programsOf = new Map<string, DeployedName[]>();
  for (const { cells, program } of rows) programsOf.set(cells, [...(programsOf.get(cells) ?? []), program]);
  const shared = [...programsOf].filter(([, names]) => names.length > 1);
  const own = (program: DeployedName) =>
    [...programsOf].filter(([, names]) => names.length === 1 && names[0] === program).map(([cells]) => cells);

  const parts = [
    '# Environment variables',
    'Each program is configured by its environment only. This page is generated from the `config.ts` of the programs by `npm run deploy:generate`.',
    '## Variables of several programs',
    [
      '| name | default | meaning | read by |',
      '|---|---|---|---|',
      ...shared.map(([cells, names]) => `${cells} ${names.length === programs.size ? 'all' : names.join(', ')} |`),
    ].join('\n'),
    ...[...programs.keys()].flatMap((program) => {
      const cells = own(program);
      if (cells.length === 0) return [];
      return [`## ${program}`, ['| name | default | meaning |', '|---|---|---|', ...cells].join('\n')];
    }),
  ];
  return `${parts.join('\n\n')}\n`;
}

const toCode = (fallback: string): string =>
  fallback === 'required' || fallback === 'unset' ? fallback : `\`${fallback.replaceAll('|', '\\|')}\``;

const toText = (doc: string): string => doc.replaceAll('|', '\\|');
