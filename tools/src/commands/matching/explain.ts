import { parseArgs } from 'node:util';
import type { MatchExplanation } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';

type VariantExplanation = MatchExplanation['variants'][number];

/** `svc explain ANALYSIS --variant V1 --variant V2`: why variants are in its match or not. docs/matching.md M9. */
export const explain = defineCommand({
  meta: { name: 'explain', description: 'Explain why variants are or are not in the match of an analysis.' },
  args: {
    ...COMPANY_ARGUMENT,
    analysis: { type: 'positional', required: true, description: 'Id of the analysis.' },
    variant: {
      type: 'string',
      required: true,
      valueHint: 'id',
      description: 'Shop-system id of a variant; may be repeated.',
    },
    json: { type: 'boolean', description: 'The whole trace as JSON.' },
  },
  async run({ args, rawArgs }) {
    const query = new URLSearchParams(variantsIn(rawArgs).map((id): [string, string] => ['variantId', id]));
    const path = `${companyPath(args.company)}/analyses/${encodeURIComponent(args.analysis)}/explain?${query}`;
    const explanation = (await connect().request('GET', path)) as MatchExplanation;
    console.log(args.json ? JSON.stringify(explanation, null, 2) : formatText(explanation));
  },
});

/** Every value of `--variant`; the command's own arguments have only the last. */
function variantsIn(rawArgs: string[]): string[] {
  const options = {
    company: { type: 'string' },
    variant: { type: 'string', multiple: true },
    json: { type: 'boolean' },
  } as const;
  return parseArgs({ args: rawArgs, options, allowPositionals: true }).values.variant ?? [];
}

function formatText({ variants, versions, date }: MatchExplanation): string {
  const { funnelVersion, catalogVersion, configVersion } = versions;
  const model = versions.model ? `model ${versions.model}, ` : '';
  const state = `Version ${funnelVersion.number}, catalog ${catalogVersion}, settings ${configVersion}, ${model}${date}.`;
  return [...variants.map(formatExplanation), state].join('\n\n');
}

/** The verdict, then what passed (+), what failed (-), and what gives the place. */
function formatExplanation({ sentence, eligibility, tests, sets, pin, score }: VariantExplanation): string {
  const decided = [eligibility, ...tests].map((test) => `  ${test.passed ? '+' : '-'} ${test.sentence}`);
  const sentences = new Set(tests.map((test) => test.sentence));
  const placed = [
    ...sets.filter((set) => !sentences.has(set.sentence)),
    ...(pin ? [pin] : []),
    ...(score ? [...score.parts, ...score.boosts, ...listLearned(score), score] : []),
  ].map((part) => `    ${part.sentence}`);
  return [sentence, ...decided, ...placed].join('\n');
}

/** What Funnel AI adds, if it is on. */
const listLearned = ({ learning }: NonNullable<VariantExplanation['score']>): { sentence: string }[] =>
  learning ? [learning.popularity, ...learning.affinity.options, learning.affinity] : [];
