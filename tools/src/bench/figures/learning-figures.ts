import { createSeeds, measureLearning, measureLearningCost, type QualityRow } from '@svc/matcher-svc/learning-bench';

const SESSIONS = [100, 1_000, 3_000, 10_000];
const MERCHANTS = 20;
/** The gates of docs/matching.md M7: gain in NDCG@10 over popularity. */
const GATES: Record<number, number> = { 100: -0.02, 3000: 0.03 };
/** What the gain hangs on; for information. */
const TASTES = [0, 0.2, 0.35, 0.5];

/**
 * Prints how well Funnel AI orders against popularity on seeded synthetic merchants: mean and spread over merchants. Ends
 * with 1 when a gate is not kept. The same figures on every machine.
 */
export function main(): void {
  const merchants = createSeeds(MERCHANTS).map((seed) => measureLearning(seed, SESSIONS));
  const lines = SESSIONS.map((sessions, at) =>
    line(
      sessions,
      merchants.map((rows) => rows[at]!),
    ),
  );
  print([
    `${MERCHANTS} merchants, mean ± standard deviation; Funnel AI / popularity`,
    '',
    '| sessions | NDCG@10 | gain | worst gain | must | kept | recall@20 | coverage@20 |',
    '|---|---|---|---|---|---|---|---|',
    ...lines.map(({ text }) => text),
    '',
    '| taste | gain in NDCG@10 at 3,000 sessions |',
    '|---|---|',
    ...TASTES.map((tasteSpread) => {
      const gains = createSeeds(MERCHANTS).map((seed) => getGain(measureLearning(seed, [3_000], { tasteSpread })[0]!));
      return `| ${tasteSpread} | ${spread(gains)} |`;
    }),
    '',
    '| variants | a match without | with a model | options known | compiling the model | memory |',
    '|---|---|---|---|---|---|',
    ...[200, 2_000, 20_000].map(costLine),
    '',
  ]);
  if (lines.some(({ kept }) => kept === false)) process.exitCode = 1;
}

function line(sessions: number, rows: QualityRow[]): { text: string; kept: boolean | undefined } {
  const gains = rows.map(getGain);
  const least = GATES[sessions];
  const kept = least === undefined ? undefined : mean(gains) >= least;
  const both = (part: keyof QualityRow['learned']) =>
    `${spread(rows.map(({ learned }) => learned[part]))} / ${spread(rows.map(({ popularity }) => popularity[part]))}`;
  const cells = [
    sessions.toLocaleString('en'),
    both('ndcg10'),
    spread(gains),
    Math.min(...gains).toFixed(3),
    least === undefined ? '' : `≥ ${least}`,
    kept === undefined ? '' : kept ? 'yes' : '**no**',
    both('recall20'),
    both('coverage20'),
  ];
  return { text: `| ${cells.join(' | ')} |`, kept };
}

/** Times of this machine, medians; the rest of the output is the same on every machine. */
function costLine(variants: number): string {
  const { offUs, onUs, options, compileMs, bytes } = measureLearningCost(variants);
  const cells = [
    variants.toLocaleString('en'),
    `${offUs.toFixed(0)} µs`,
    `${onUs.toFixed(0)} µs`,
    options.toFixed(1),
    `${compileMs.toFixed(1)} ms`,
    `${Math.round(bytes / 1_024)} KB`,
  ];
  return `| ${cells.join(' | ')} |`;
}

const getGain = ({ learned, popularity }: QualityRow): number => learned.ndcg10 - popularity.ndcg10;
const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function spread(values: number[]): string {
  const middle = mean(values);
  const variance = mean(values.map((value) => (value - middle) ** 2));
  return `${middle.toFixed(3)} ± ${Math.sqrt(variance).toFixed(3)}`;
}

const print = (lines: string[]): void => {
  process.stdout.write(`${lines.join('\n')}\n`);
};
