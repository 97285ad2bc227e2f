import { describe, expect, it } from 'vitest';
import { IMPORT_LIMITS, MAX_REJECTED_SHARE } from './import-limits.js';
import { RowReport } from './import-report.js';

describe('the rejected rows of a report (docs/catalog.md "What every import does")', () => {
  it('lists as many as a run of the most rows can have without failing, and counts all', () => {
    const report = new RowReport();
    for (let line = 2; line < 10_012; line += 1) report.reject({ line, column: 'id', reason: 'It is empty.' });
    expect(report.rejected).toHaveLength(10_000);
    expect(report.rejected.length).toBe(IMPORT_LIMITS.maxRows * MAX_REJECTED_SHARE);
    expect(report.rejected.at(-1)?.line).toBe(10_001);
    expect(report.rejectedCount).toBe(10_010);
  });
});
