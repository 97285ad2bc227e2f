/** How one environment variable is read. Made by `env.*`; a spec is a record of them by variable name. */
export interface EnvVar<T> {
  /** What it is for; printed by `--help`. */
  readonly doc: string;
  /** Shown by `--help`: `required`, `unset`, or the default. */
  readonly fallbackText: string;
  /** Value when the variable is unset or empty; absent: the variable must be set. */
  readonly fallback?: { readonly value: T };
  /** Its value is never printed, and may be in a file that `<NAME>_FILE` names. */
  readonly isSecret: boolean;
  /** Throws an Error whose message completes the sentence "<NAME> …". */
  parse(text: string): T;
}

// biome-ignore lint/suspicious/noExplicitAny: a spec holds variables of every type.
export type EnvSpec = Record<string, EnvVar<any>>;
export type EnvValues<S extends EnvSpec> = { [K in keyof S]: S[K] extends EnvVar<infer T> ? T : never };

interface Common {
  doc: string;
  /** Default false. */
  secret?: boolean;
}
interface Defaulted<T> extends Common {
  default: T;
}
interface Optional extends Common {
  optional: true;
}

type Options<T, Extra> = (Common & Extra) | (Defaulted<T> & Extra) | (Optional & Extra);
type Result<T, O> = O extends { optional: true } ? EnvVar<T | undefined> : EnvVar<T>;

function variable<T, O extends Common>(options: O, parse: (text: string) => T): Result<T, O> {
  const given = options as Common & { default?: T; optional?: true };
  const common = { doc: options.doc, isSecret: options.secret === true, parse };
  const made: EnvVar<T | undefined> =
    given.default !== undefined
      ? { ...common, fallbackText: String(given.default), fallback: { value: given.default } }
      : given.optional
        ? { ...common, fallbackText: 'unset', fallback: { value: undefined } }
        : { ...common, fallbackText: 'required' };
  return made as Result<T, O>;
}

function parseInteger(text: string, min: number, max: number): number {
  const value = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw new Error('must be an integer');
  if (value < min || value > max) throw new Error(`must be between ${min} and ${max}`);
  return value;
}

function parseBoolean(text: string): boolean {
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw new Error("must be 'true' or 'false'");
}

function parseUrl(text: string): string {
  if (!URL.canParse(text)) throw new Error('must be a URL');
  return text;
}

/**
 * Kinds of environment variables. Each takes `doc` and either `default`, `optional: true` or neither (then it must be set).
 * An empty variable counts as unset.
 */
export const env = {
  /** Any text of at least `minLength` characters. */
  string<O extends Options<string, { minLength?: number }>>(options: O): Result<string, O> {
    const { minLength = 0 } = options;
    return variable<string, O>(options, (text) => {
      if (text.length < minLength) throw new Error(`must have at least ${minLength} characters`);
      return text;
    });
  },
  integer<O extends Options<number, { min?: number; max?: number }>>(options: O): Result<number, O> {
    const { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER } = options;
    return variable<number, O>(options, (text) => parseInteger(text, min, max));
  },
  /** A finite decimal number. */
  number<O extends Options<number, { min?: number; max?: number }>>(options: O): Result<number, O> {
    const { min = -Number.MAX_VALUE, max = Number.MAX_VALUE } = options;
    return variable<number, O>(options, (text) => {
      const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
      if (Number.isNaN(value)) throw new Error('must be a number');
      if (value < min || value > max) throw new Error(`must be between ${min} and ${max}`);
      return value;
    });
  },
  /** A TCP port; 0 asks the system for a free one. */
  port<O extends Options<number, object>>(options: O): Result<number, O> {
    return variable<number, O>(options, (text) => parseInteger(text, 0, 65_535));
  },
  /** `true`, `false`, `1` or `0`. */
  boolean<O extends Options<boolean, object>>(options: O): Result<boolean, O> {
    return variable<boolean, O>(options, parseBoolean);
  },
  /** An absolute URL, kept as written. */
  url<O extends Options<string, object>>(options: O): Result<string, O> {
    return variable<string, O>(options, parseUrl);
  },
  /** One of `values`. */
  enum<const V extends string, O extends Options<V, { values: readonly V[] }>>(
    options: O & { values: readonly V[] },
  ): Result<V, O> {
    return variable<V, O>(options, (text) => {
      const value = options.values.find((candidate) => candidate === text);
      if (value === undefined) throw new Error(`must be one of ${options.values.join(', ')}`);
      return value;
    });
  },
};
