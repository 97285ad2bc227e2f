import { renameSync, writeFileSync } from 'node:fs';

/** A restore drill that succeeded. */
export interface SucceededDrill {
  seconds: number;
  endedAt: Date;
}

/** The metrics of a drill, in the text format of Prometheus. */
function toMetrics({ seconds, endedAt }: SucceededDrill): string {
  const lines = [
    '# HELP svc_restore_drill_last_success_timestamp_seconds When a restore drill last succeeded.',
    '# TYPE svc_restore_drill_last_success_timestamp_seconds gauge',
    `svc_restore_drill_last_success_timestamp_seconds ${Math.round(endedAt.getTime() / 1_000)}`,
    '# HELP svc_restore_drill_seconds How long it took.',
    '# TYPE svc_restore_drill_seconds gauge',
    `svc_restore_drill_seconds ${seconds}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Writes them for the textfile collector of node_exporter. Replaces the file in one step, since it may be read at any time. */
export function writeDrillMetrics(file: string, drill: SucceededDrill): void {
  writeFileSync(`${file}.new`, toMetrics(drill));
  renameSync(`${file}.new`, file);
}

/** Longest wait for a Pushgateway, milliseconds. */
const PUSH_WITHIN_MS = 10_000;

/**
 * Replaces them at a Pushgateway.
 * @param url - of a group: `http://pushgateway:9091/metrics/job/svc-restore-drill`.
 * @throws Error when it does not accept them.
 */
export async function pushDrillMetrics(url: string, drill: SucceededDrill): Promise<void> {
  const { ok, status } = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': 'text/plain; version=0.0.4' },
    body: toMetrics(drill),
    signal: AbortSignal.timeout(PUSH_WITHIN_MS),
  });
  if (!ok) throw new Error(`The metrics were not stored: ${new URL(url).host} answered ${status}.`);
}
