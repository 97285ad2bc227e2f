import { type Condition, unwrapCondition } from '@svc/domain';
import { isGroup, toRoot } from './edit-condition.js';

/** What the service says about a part of a condition. */
export interface ConditionProblem {
  /** From the condition to the part and into it, as in a JSON pointer. */
  path: readonly string[];
  message: string;
}

/** The names in the path that lead to the parts of a group: `not`, `all`. */
function toParts(condition: Condition): string[] {
  const names: string[] = [];
  let part = condition;
  for (; 'not' in part; part = part.not) names.push('not');
  return [...names, 'all' in part ? 'all' : 'any'];
}

const startsWith = (path: readonly string[], names: readonly string[]): boolean =>
  names.every((name, index) => path[index] === name);

/** Whether a problem of a group belongs to one of its parts. */
export function isInPart(group: Condition, { path }: ConditionProblem): boolean {
  const names = toParts(group);
  return path.length > names.length && startsWith(path, names);
}

/** The problems of one part of a group, with their paths from it on. */
export function toPartProblems(
  group: Condition,
  index: number,
  problems: readonly ConditionProblem[],
): ConditionProblem[] {
  const names = [...toParts(group), String(index)];
  return problems
    .filter(({ path }) => startsWith(path, names))
    .map((problem) => ({ ...problem, path: problem.path.slice(names.length) }));
}

/** The problems of a condition as those of the group that the form shows. */
export function toRootProblems(
  condition: Condition | undefined,
  problems: readonly ConditionProblem[],
): readonly ConditionProblem[] {
  if (condition === undefined || isGroup(unwrapCondition(condition).part)) return problems;
  return problems.map((problem) => ({ ...problem, path: [...toParts(toRoot(condition)), '0', ...problem.path] }));
}
