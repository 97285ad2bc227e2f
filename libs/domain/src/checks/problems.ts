import { MAX_BLUEPRINT_WARNINGS, MAX_PROBLEMS } from '../limits.js';

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

/** Collects problems in the order in which they are found; past MAX_PROBLEMS they are only counted. */
export interface Problems {
  add(path: Path, message: string): void;
  list(): Problem[];
}

export function createProblems(): Problems {
  const found: Problem[] = [];
  let more = 0;
  return {
    add(path, message) {
      if (found.length < MAX_PROBLEMS) found.push({ path: jsonPointer(path), message });
      else more++;
    },
    list: () => (more === 0 ? [...found] : [...found, { path: '', message: `There are ${more} more problems.` }]),
  };
}

/** The first warnings of an answer; the others are counted. */
export function listWarnings(all: readonly Problem[]): Problem[] {
  const more = all.length - MAX_BLUEPRINT_WARNINGS;
  if (more <= 0) return [...all];
  return [...all.slice(0, MAX_BLUEPRINT_WARNINGS), { path: '', message: `There are ${more} more warnings.` }];
}
