/** How a property of an element is read from its attribute, and from what a page assigns. */
export interface Property<T = unknown> {
  initial: T;
  /** Undefined: not a value of this property. */
  parse(value: unknown): T | undefined;
}

/** Present is true, except the text `false`, which some frameworks write. */
export const flag: Property<boolean> = {
  initial: false,
  parse: (value) => (typeof value === 'string' ? value !== 'false' : Boolean(value)),
};

/** Finite and not negative. */
export const amount = (initial: number): Property<number> => ({
  initial,
  parse(value) {
    const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof given === 'number' && given >= 0 && given < Number.POSITIVE_INFINITY ? given : undefined;
  },
});

/** Sub-domain of a funnel. False: the default funnel. */
export const funnelName: Property<string | false> = {
  initial: false,
  parse(value) {
    if (!value || value === 'false') return false;
    return typeof value === 'string' && /^[a-z0-9-]{2,40}$/.test(value) ? value : undefined;
  },
};

/** 1 to 200 characters, trimmed. Null: none. */
export const text: Property<string | null> = {
  initial: null,
  parse(value) {
    if (value === null || value === undefined || value === '') return null;
    const trimmed = typeof value === 'string' ? value.trim() : '';
    return trimmed !== '' && trimmed.length <= 200 ? trimmed : undefined;
  },
};

/** `forceStart` is the attribute `force-start`; `forcestart`, which HTML makes of `forceStart`, is accepted too. */
export const toAttributes = (name: string): [kebab: string, lower: string] => [
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  name.toLowerCase(),
];
