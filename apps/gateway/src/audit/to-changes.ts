import { isRecord } from '@svc/domain';
import type { AuditChange } from '@svc/proto';

/** Longer values are not recorded: the path says what changed. */
const MAX_LENGTH = 200;

/**
 * Former and new values of two states of one thing, for the audit log: the leaves that differ, by JSON pointer. Lists are leaves.
 * @param shown - JSON pointers below which values may be recorded. Everything else may be a secret or contact data. docs/identity.md I11.9.
 */
export function toChanges(before: unknown, after: unknown, shown: readonly string[]): AuditChange[] {
  return listDifferences(before, after, '').filter(
    ({ path, before: former = '', after: next = '' }) =>
      shown.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) &&
      former.length <= MAX_LENGTH &&
      next.length <= MAX_LENGTH,
  );
}

function listDifferences(before: unknown, after: unknown, path: string): AuditChange[] {
  if (isRecord(before) || isRecord(after)) {
    const [former, next] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
    const names = [...new Set([...Object.keys(former), ...Object.keys(next)])].sort();
    return names.flatMap((name) => listDifferences(former[name], next[name], `${path}/${name}`));
  }
  const [former, next] = [toText(before), toText(after)];
  if (former === next) return [];
  return [
    { path, ...(former === undefined ? {} : { before: former }), ...(next === undefined ? {} : { after: next }) },
  ];
}

const toText = (value: unknown): string | undefined => {
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
};
