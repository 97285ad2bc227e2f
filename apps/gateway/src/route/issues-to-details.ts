import type { ErrorDetail } from '@svc/kit';
import type { z } from 'zod';
import { toPointer } from '../parse/unsafe-text.js';

/** Problems of one document that are collected and reported. A list may hold millions of wrong elements. */
export const MAX_REPORTED = 100;

type Issue = z.core.$ZodIssue;

/**
 * Problems of a document as `{ path, message }`, path being a JSON pointer, in document order as zod found them. Where a
 * value fits none of several shapes, the problems of the shape that it comes nearest to are given, not all of them.
 * @returns at most `MAX_REPORTED`.
 */
export function issuesToDetails(issues: readonly Issue[], base: PropertyKey[] = []): ErrorDetail[] {
  const details: ErrorDetail[] = [];
  for (const issue of issues) {
    if (details.length >= MAX_REPORTED) break;
    details.push(...toDetails(issue, [...base, ...issue.path]));
  }
  return details.slice(0, MAX_REPORTED);
}

function toDetails(issue: Issue, path: PropertyKey[]): ErrorDetail[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      // A message of our own stays.
      if (!issue.message.startsWith('Unrecognized key')) return [{ path: toPointer(path), message: issue.message }];
      return issue.keys.slice(0, MAX_REPORTED).map((key) => ({
        path: toPointer([...path, key]),
        message: 'This key is not known here; it must be corrected or removed.',
      }));
    case 'invalid_union': {
      const nearest = nearestShape(issue.errors);
      return nearest
        ? issuesToDetails(nearest, path)
        : [{ path: toPointer(path), message: 'The value must have one of the documented shapes.' }];
    }
    case 'invalid_type':
      return [{ path: toPointer(path), message: typeMessage(issue) }];
    case 'invalid_value':
      return [{ path: toPointer(path), message: `The value must be one of ${issue.values.map(String).join(', ')}.` }];
    default:
      return [{ path: toPointer(path), message: sentence(issue.message) }];
  }
}

/** Messages of our own stay; those of zod are turned into what to change. */
function typeMessage({ message, expected }: z.core.$ZodIssueInvalidType): string {
  const received = /^Invalid input: expected .+, received (\w+)$/.exec(message)?.[1];
  if (received === undefined) return sentence(message);
  return received === 'undefined'
    ? `The value must be ${article(expected)}; it is missing.`
    : `The value must be ${article(expected)}.`;
}

const article = (type: string): string =>
  type === 'int' ? 'an integer' : /^[aeio]/.test(type) ? `an ${type}` : `a ${type}`;

const sentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`);

/** The shape whose problems lie deepest, then the one with the fewest, then the last: a value that got far was meant so. */
function nearestShape(shapes: readonly Issue[][]): Issue[] | undefined {
  let best: Issue[] | undefined;
  for (const shape of shapes) {
    if (!best || rank(shape) >= rank(best)) best = shape;
  }
  return best;
}

function rank(issues: readonly Issue[]): number {
  const depth = issues.reduce(
    (most, { path, code }) => Math.max(most, path.length + Number(code === 'unrecognized_keys')),
    0,
  );
  return depth * 1_000 - issues.length;
}
