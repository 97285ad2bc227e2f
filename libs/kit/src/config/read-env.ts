import type { EnvSpec, EnvValues } from './env.js';

/** Everything that is wrong with the environment, in one message: `PORT must be an integer; DATABASE_URL is not set`. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/**
 * Reads the variables of a spec. Pure: reads `source` only. Values never appear in messages, since some are secrets.
 * @throws ConfigError that lists every problem.
 */
export function readEnv<S extends EnvSpec>(spec: S, source: NodeJS.ProcessEnv): EnvValues<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(spec)) {
    const text = source[name];
    if (text === undefined || text === '') {
      if (variable.fallback) values[name] = variable.fallback.value;
      else problems.push(`${name} is not set`);
      continue;
    }
    try {
      values[name] = variable.parse(text);
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : 'cannot be read'}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as EnvValues<S>;
}

/** The spec as a text table, one variable a line: name, default (or `required`, `unset`), meaning. */
export function describeEnv(spec: EnvSpec): string {
  const rows = Object.entries(spec).map(([name, variable]) => [name, variable.fallbackText, variable.doc]);
  const table = [['name', 'default', 'meaning'], ...rows];
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1)];
  return table
    .map(([name = '', fallback = '', doc = '']) =>
      `${name.padEnd(widths[0] ?? 0)}  ${fallback.padEnd(widths[1] ?? 0)}  ${doc}`.trimEnd(),
    )
    .join('\n');
}
