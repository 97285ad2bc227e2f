import { cpus } from 'node:os';
import { holds, type Row, table } from './compare.js';
import { callFigures } from './figures/call-figures.js';
import { capacityFigures } from './figures/capacity-figures.js';
import { chatFigures } from './figures/chat-figures.js';
import { companyFigures } from './figures/company-figures.js';
import { componentFigures } from './figures/component-figures.js';
import { dashboardFigures } from './figures/dashboard-figures.js';
import { deliveryFigures } from './figures/delivery-figures.js';
import { engineFigures } from './figures/engine-figures.js';
import { eventFigures } from './figures/event-figures.js';
import { fairnessFigures } from './figures/fairness-figures.js';
import { growthFigures } from './figures/growth-figures.js';
import { idFigures } from './figures/id-figures.js';
import { idleFigures } from './figures/idle-figures.js';
import { importFigures } from './figures/import-figures.js';
import { inputFigures } from './figures/input-figures.js';
import { insightFigures } from './figures/insight-figures.js';
import { memoryFigures } from './figures/memory-figures.js';
import { metricsFigures } from './figures/metrics-figures.js';
import { overloadFigures } from './figures/overload-figures.js';
import { pageFigures } from './figures/page-figures.js';
import { probeFigures } from './figures/probe-figures.js';
import { rankingFigures } from './figures/ranking-figures.js';
import { replayFigures } from './figures/replay-figures.js';
import { selfieFigures } from './figures/selfie-figures.js';
import { startFigures } from './figures/start-figures.js';
import { submissionFigures } from './figures/submission-figures.js';
import { systemFigures } from './figures/system-figures.js';
import { taggingFigures } from './figures/tagging-figures.js';
import { telemetryFigures } from './figures/telemetry-figures.js';
import { tlsFigures } from './figures/tls-figures.js';

/** Every part of `npm run bench`; `npm run bench -- engine system` runs some. */
const PARTS: Record<string, (options: { seconds: number; rounds: number }) => Promise<Row[]>> = {
  engine: engineFigures,
  replay: replayFigures,
  growth: growthFigures,
  memory: memoryFigures,
  companies: companyFigures,
  rankings: rankingFigures,
  calls: callFigures,
  system: systemFigures,
  capacity: capacityFigures,
  chat: chatFigures,
  submissions: submissionFigures,
  deliveries: deliveryFigures,
  import: importFigures,
  input: inputFigures,
  selfie: selfieFigures,
  fairness: fairnessFigures,
  events: eventFigures,
  insight: insightFigures,
  ids: idFigures,
  overload: overloadFigures,
  pages: pageFigures,
  components: componentFigures,
  dashboard: dashboardFigures,
  tagging: taggingFigures,
  probe: probeFigures,
  start: startFigures,
  idle: idleFigures,
  metrics: metricsFigures,
  telemetry: telemetryFigures,
  tls: tlsFigures,
};

/**
 * Prints the figures of docs/performance.md as one table: ratios within this run, base and case in turn, seeded data.
 * `BENCH_SECONDS` and `BENCH_ROUNDS` make it longer. With `BENCH_STRICT=true` the exit code is 1 if a figure misses its bound.
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
  if (process.env.BENCH_STRICT === 'true' && rows.some((row) => holds(row) === false)) process.exitCode = 1;
}
