export interface Failure {
  title: string;
  message: string;
}
export function count(report: unknown): { passed: number; failed: number; skipped: number };
export function listFailures(report: unknown): Failure[];
