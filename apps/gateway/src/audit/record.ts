import type { AuditChange, RecordIntentRequest } from '@svc/proto';

/** What a request says about itself, once it is parsed. */
export interface AuditNote {
  /** Whom a request without a session concerns. */
  readonly subject?: RecordIntentRequest['subject'];
  /** Ids and enumerated values. No contact data, no secrets. */
  readonly targets?: Readonly<Record<string, string>>;
}

/** What an action made or changed. */
export interface AuditResult {
  readonly targets?: Readonly<Record<string, string>>;
  /** Paths, without values. */
  readonly changed?: readonly string[];
  /** Values of some of them, which `toChanges` has chosen. */
  readonly changes?: readonly AuditChange[];
  /** A user that the request did not name. */
  readonly subjectId?: string;
}

/** The entry of a request in the audit log. */
export interface AuditRecord {
  describe(note: AuditNote): void;
  /** Writes the entry, before the action. Fails with UNAVAILABLE; not for the platform token. */
  begin(): Promise<void>;
  add(result: AuditResult): void;
}

/** Paths of the values that are given. */
export const toPaths = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(values).filter((name) => values[name] !== undefined);
