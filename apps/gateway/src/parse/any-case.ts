import { z } from 'zod';

/** ASCII only: beyond it letters become others in upper case. */
const toUpperCase = (value: unknown) =>
  typeof value === 'string' && /^[A-Za-z_]+$/.test(value) ? value.toUpperCase() : value;

/** One of some names in upper case, which a caller may write in any letter case. */
export const anyCase = <const T extends readonly [string, ...string[]]>(names: T) =>
  z.preprocess(toUpperCase, z.enum(names)).describe('Any letter case.');
