import type { ImportRun } from '@svc/proto';
import { expect } from 'vitest';

/** `read` = created + updated + unchanged + rejected. Catalogue, 2. */
export function expectToAddUp(run: ImportRun): void {
  expect(run.read).toBe(run.created + run.updated + run.unchanged + run.rejectedCount);
}
