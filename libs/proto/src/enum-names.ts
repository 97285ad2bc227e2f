/** The part of an enum value's name behind the prefix: `IMPORT_STATE_RUNNING` is `RUNNING`. */
type NameOf<E extends string, P extends string> = Exclude<E extends `${P}_${infer N}` ? N : never, 'UNSPECIFIED'>;
type KebabCase<N extends string> = N extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}-${KebabCase<Rest>}`
  : Lowercase<N>;
type CamelCase<N extends string> = N extends `${infer Head}_${infer Rest}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<N>;

/** Both directions between the values of a proto enum and their names in HTTP bodies and in stored rows. */
export interface EnumNames<E extends string, N extends string> {
  /** In the order of the proto file. */
  readonly all: readonly N[];
  /** @throws Error for `_UNSPECIFIED` and for values that this release does not know. */
  toName(value: E): N;
  /** The same; `_UNSPECIFIED` is null. */
  toNullable(value: E): N | null;
  fromName(name: N): E;
  /** A missing name is `_UNSPECIFIED`. */
  fromNullable(name: N | null | undefined): E;
  isName(name: string): name is N;
}

/**
 * Names of an enum's values without the common prefix.
 * @param prefix - without the last underscore.
 */
export const enumNames = <E extends string, P extends string>(
  values: Readonly<Record<string, E>>,
  prefix: P,
): EnumNames<E, NameOf<E, P>> => createNames(values, prefix, (name) => name as NameOf<E, P>);

/** The same in lower case, words separated by a hyphen: `one-or-all`. */
export const kebabCaseNames = <E extends string, P extends string>(
  values: Readonly<Record<string, E>>,
  prefix: P,
): EnumNames<E, KebabCase<NameOf<E, P>>> =>
  createNames(values, prefix, (name) => name.toLowerCase().replaceAll('_', '-') as KebabCase<NameOf<E, P>>);

/** The same as names of fields: `hairColor`. */
export const camelCaseNames = <E extends string, P extends string>(
  values: Readonly<Record<string, E>>,
  prefix: P,
): EnumNames<E, CamelCase<NameOf<E, P>>> =>
  createNames(
    values,
    prefix,
    (name) =>
      name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as CamelCase<NameOf<E, P>>,
  );

function createNames<E extends string, N extends string>(
  values: Readonly<Record<string, E>>,
  prefix: string,
  spell: (name: string) => N,
): EnumNames<E, N> {
  const unspecified = values[`${prefix}_UNSPECIFIED`] as E;
  const named = Object.values(values).filter((value) => value.startsWith(`${prefix}_`) && value !== unspecified);
  const names = new Map(named.map((value) => [value, spell(value.slice(prefix.length + 1))]));
  const byName = new Map<string, E>([...names].map(([value, name]) => [name, value]));
  const find = <K, V>(known: ReadonlyMap<K, V>, key: K): V => {
    const found = known.get(key);
    if (found === undefined) throw new Error(`${prefix} has no value ${key}.`);
    return found;
  };
  return {
    all: [...names.values()],
    toName: (value) => find(names, value),
    toNullable: (value) => (value === unspecified ? null : find(names, value)),
    fromName: (name) => find(byName, name),
    fromNullable: (name) => (name ? find(byName, name) : unspecified),
    isName: (name): name is N => byName.has(name),
  };
}
