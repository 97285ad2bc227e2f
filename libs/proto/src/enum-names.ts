/** The part of an enum value's name behind the prefix: `IMPORT_STATE_RUNNING` is `RUNNING`. */
type NameOf<E extends string, P extends string> = Exclude<E extends `${P}_${infer N}` ? N : never, 'UNSPECIFIED'>;

/** Both directions between the values of a proto enum and their names in HTTP bodies and in stored rows. */
export interface EnumNames<E extends string, N extends string> {
  /** In the order of the proto file. */
  readonly all: readonly N[];
  /** @throws Error for `_UNSPECIFIED` and for values that this release does not know. */
  toName(value: E): N;
  fromName(name: N): E;
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

/** The same in lower case. */
export const lowerCaseNames = <E extends string, P extends string>(
  values: Readonly<Record<string, E>>,
  prefix: P,
): EnumNames<E, Lowercase<NameOf<E, P>>> =>
  createNames(values, prefix, (name) => name.toLowerCase() as Lowercase<NameOf<E, P>>);

function createNames<E extends string, N extends string>(
  values: Readonly<Record<string, E>>,
  prefix: string,
  spell: (name: string) => N,
): EnumNames<E, N> {
  const named = Object.values(values).filter((value) => isNamed(value, prefix));
  const names = new Map(named.map((value) => [value, spell(value.slice(prefix.length + 1))]));
  const byName = new Map<string, E>(named.map((value) => [names.get(value) as N, value]));
  return {
    all: [...names.values()],
    toName: (value) => find(names, value, prefix),
    fromName: (name) => find(byName, name, prefix),
    isName: (name): name is N => byName.has(name),
  };
}

const isNamed = (value: string, prefix: string): boolean =>
  value.startsWith(`${prefix}_`) && value !== `${prefix}_UNSPECIFIED`;

function find<K, V>(known: ReadonlyMap<K, V>, key: K, prefix: string): V {
  const found = known.get(key);
  if (found === undefined) throw new Error(`${prefix} has no value ${key}.`);
  return found;
}
