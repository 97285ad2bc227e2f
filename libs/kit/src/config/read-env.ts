import { ConfigError } from './config-error.js';
import type { EnvSpec, EnvValues, EnvVar } from './env.js';
import { readSecretFile } from './secret-file.js';

/**
 * Reads the variables of a spec from `source`, and secrets from the files that it names. Values never appear in messages, since some
 * are secrets.
 * @throws ConfigError that lists every problem. docs/operations.md "Secrets from files".
 */
export function readEnv<S extends EnvSpec>(spec: S, source: NodeJS.ProcessEnv): EnvValues<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, variable] of Object.entries(spec)) {
    try {
      values[name] = readVariable(name, variable, source);
    } catch (error) {
      problems.push(error instanceof ConfigError ? error.message : `${name} ${(error as Error).message}`);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as EnvValues<S>;
}

/** @throws ConfigError, or an Error whose message completes the sentence "<NAME> …". */
function readVariable<T>(name: string, variable: EnvVar<T>, source: NodeJS.ProcessEnv): T {
  const text = source[name] || undefined;
  const file = variable.isSecret ? source[`${name}_FILE`] || undefined : undefined;
  if (text !== undefined && file !== undefined) {
    throw new ConfigError([`${name} and ${name}_FILE must not both be set`]);
  }
  if (text !== undefined) return variable.parse(text);
  if (file !== undefined) return variable.parse(readSecretFile(`${name}_FILE`, file));
  if (!variable.fallback) throw new Error('is not set');
  return variable.fallback.value;
}

/** The spec as a text table, one variable a line: name, default (or `required`, `unset`), meaning. */
export function describeEnv(spec: EnvSpec): string {
  const rows = Object.entries(spec).map(([name, { fallbackText, doc, isSecret }]) => [
    name,
    fallbackText,
    isSecret ? `${doc} Or ${name}_FILE: the path of a file that contains it.` : doc,
  ]);
  return toTextTable([['name', 'default', 'meaning'], ...rows]);
}

/**
 * What `readEnv` reads, as a text table to print: name, value, and where the value is from. Of secrets only whether they are set.
 * docs/operations.md "Checking a configuration".
 */
export function describeEnvValues<S extends EnvSpec>(spec: S, values: EnvValues<S>, source: NodeJS.ProcessEnv): string {
  const rows = Object.entries(spec).map(([name, { isSecret }]) => {
    const value = values[name];
    const shown = value === undefined ? 'unset' : isSecret ? 'set' : String(value);
    const from = source[name] ? 'environment' : isSecret && source[`${name}_FILE`] ? 'file' : 'default';
    return [name, shown, value === undefined ? '' : from];
  });
  return toTextTable([['name', 'value', 'from'], ...rows]);
}

function toTextTable(table: readonly (readonly string[])[]): string {
  const width = (column: number) => Math.max(...table.map((row) => row[column]?.length ?? 0));
  const widths = [width(0), width(1)];
  return table
    .map(([first = '', second = '', third = '']) =>
      `${first.padEnd(widths[0] ?? 0)}  ${second.padEnd(widths[1] ?? 0)}  ${third}`.trimEnd(),
    )
    .join('\n');
}
