import type { ImportRun } from '@svc/proto';
import { expect } from 'vitest';

/** `read` = created + updated + unchanged + rejected. docs/reliability.md R5.5. */
export function expectConsistentCounts(run: ImportRun): void {
  expect(run.read).toBe(run.created + run.updated + run.unchanged + run.rejectedCount);
}
