import { cpus } from 'node:os';
import { callFigures } from './call-figures.js';
import { type Row, table } from './compare.js';
import { componentFigures } from './component-figures.js';
import { deliveryFigures } from './delivery-figures.js';
import { engineFigures } from './engine-figures.js';
import { eventFigures } from './event-figures.js';
import { fairnessFigures } from './fairness-figures.js';
import { growthFigures } from './growth-figures.js';
import { idFigures } from './id-figures.js';
import { idleFigures } from './idle-figures.js';
import { importFigures } from './import-figures.js';
import { inputFigures } from './input-figures.js';
import { memoryFigures } from './memory-figures.js';
import { metricsFigures } from './metrics-figures.js';
import { overloadFigures } from './overload-figures.js';
import { pageFigures } from './page-figures.js';
import { rankingFigures } from './ranking-figures.js';
import { replayFigures } from './replay-figures.js';
import { selfieFigures } from './selfie-figures.js';
import { startFigures } from './start-figures.js';
import { submissionFigures } from './submission-figures.js';
import { systemFigures } from './system-figures.js';
import { taggingFigures } from './tagging-figures.js';
import { telemetryFigures } from './telemetry-figures.js';
import { tlsFigures } from './tls-figures.js';

/** Every part of `npm run bench`; `npm run bench -- engine system` runs some. */
const PARTS: Record<string, (options: { seconds: number; rounds: number }) => Promise<Row[]>> = {
  engine: engineFigures,
  replay: replayFigures,
  growth: growthFigures,
  memory: memoryFigures,
  rankings: rankingFigures,
  calls: callFigures,
  system: systemFigures,
  submissions: submissionFigures,
  deliveries: deliveryFigures,
  import: importFigures,
  input: inputFigures,
  selfie: selfieFigures,
  fairness: fairnessFigures,
  events: eventFigures,
  ids: idFigures,
  overload: overloadFigures,
  pages: pageFigures,
  components: componentFigures,
  tagging: taggingFigures,
  start: startFigures,
  idle: idleFigures,
  metrics: metricsFigures,
  telemetry: telemetryFigures,
  tls: tlsFigures,
};

/**
 * Prints the figures of docs/performance.md as one table: ratios within this run, base and case in turn, seeded data.
 * `BENCH_SECONDS` and `BENCH_ROUNDS` make it longer.
 */
export async function main(names: string[] = process.argv.slice(2)): Promise<void> {
  const unknown = names.filter((name) => !(name in PARTS));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown part ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}.\n`);
    process.exitCode = 2;
    return;
  }
  const options = {
    seconds: Number(process.env.BENCH_SECONDS ?? 3),
    rounds: Number(process.env.BENCH_ROUNDS ?? 3),
  };
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(PARTS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    rows.push(...(await measure(options)));
  }
  const { model } = cpus()[0] ?? { model: 'unknown' };
  process.stdout.write(
    `\n${cpus().length} × ${model}, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}, ` +
      `${options.rounds} rounds of ${options.seconds} s, medians\n\n${table(rows)}\n`,
  );
}
