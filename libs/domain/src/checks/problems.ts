import { MAX_PROBLEMS } from '../limits.js';

/** One reason why a blueprint cannot be applied. */
export interface Problem {
  /** JSON pointer (RFC 6901) into the blueprint; '' is the whole. */
  path: string;
  /** One English sentence that says what to change. */
  message: string;
}

export type Path = readonly (string | number)[];

/** JSON pointer of a path: `['tagging', 'products', 'a/b']` → `/tagging/products/a~1b`. */
export const jsonPointer = (path: Path): string =>
  path.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Collects problems in the order in which they are found; past the limit they are only counted. */
export interface Problems {
  add(path: Path, message: string): void;
  list(): Problem[];
}

export function createProblems({ max = MAX_PROBLEMS, what = 'problems' } = {}): Problems {
  const found: Problem[] = [];
  let more = 0;
  return {
    add(path, message) {
      if (found.length < max) found.push({ path: jsonPointer(path), message });
      else more++;
    },
    list: () => (more === 0 ? [...found] : [...found, { path: '', message: `There are ${more} more ${what}.` }]),
  };
}
