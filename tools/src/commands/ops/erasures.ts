import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type pg from 'pg';

/** Lines of erasures that the database knows, newest last: as analysis-svc logs them. */
export async function exportErasures(analysis: pg.Client, since: Date): Promise<string[]> {
  const { rows } = await analysis.query<{ hash: string; time: Date }>(
    `select encode(id_hash, 'hex') as hash, erased_at as time from erased_analyses where erased_at >= $1 order by erased_at`,
    [since],
  );
  return rows.map(({ hash, time }) => JSON.stringify({ time: time.toISOString(), erasedAnalysis: hash }));
}

/**
 * Reads hashes of erased analyses from log lines of analysis-svc, or from what `exportErasures` returned. Other lines are ignored.
 * @param path - `-` for standard input.
 */
export async function readErasures(path: string, since: Date): Promise<Buffer[]> {
  const input = path === '-' ? process.stdin : createReadStream(path);
  const hashes = new Map<string, Buffer>();
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    // Collectors put texts of their own in front of lines.
    const { time, erasedAnalysis } = parseLine(line.slice(Math.max(0, line.indexOf('{'))));
    if (typeof erasedAnalysis !== 'string' || !/^[0-9a-f]{64}$/.test(erasedAnalysis)) continue;
    if (new Date(String(time)) >= since) hashes.set(erasedAnalysis, Buffer.from(erasedAnalysis, 'hex'));
  }
  return [...hashes.values()];
}

function parseLine(line: string): { time?: unknown; erasedAnalysis?: unknown } {
  try {
    return (JSON.parse(line) as object | null) ?? {};
  } catch {
    return {};
  }
}
