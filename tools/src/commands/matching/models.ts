import { defineCommand } from 'citty';
import { COMPANY_ARGUMENT, companyPath, connect } from '../connection.js';

const FUNNEL_ARGUMENTS = {
  ...COMPANY_ARGUMENT,
  subdomain: { type: 'positional', required: true, description: 'Sub-domain of the funnel.' },
} as const;

/** A model as management shows it. */
interface Model {
  version: number;
  builtAt: string;
  untilDay: string;
  sessions: number;
  impressions: number;
  active: boolean;
  pinned: boolean;
}

const funnelPath = ({ company, subdomain }: { company?: string | undefined; subdomain: string }): string =>
  `${companyPath(company)}/funnels/${encodeURIComponent(subdomain)}`;

const list = defineCommand({
  meta: { name: 'list', description: 'List the models of a funnel, newest first.' },
  args: FUNNEL_ARGUMENTS,
  async run({ args }) {
    const { data } = (await connect().request('GET', `${funnelPath(args)}/models?limit=100`)) as { data: Model[] };
    for (const model of data) console.log(formatLine(model));
    if (data.length === 0) console.log(`${args.subdomain} has no model yet.`);
  },
});

const build = defineCommand({
  meta: { name: 'build', description: 'Build a model now instead of waiting for the hourly build.' },
  args: FUNNEL_ARGUMENTS,
  async run({ args }) {
    const { outcome, reason, model } = (await connect().request('POST', `${funnelPath(args)}/models`)) as {
      outcome: string;
      reason: string | null;
      model: Model | null;
    };
    if (outcome === 'UNCHANGED') console.log('Nothing new was learned: the result equals the newest model.');
    if (reason !== null) console.log(`No model was built. ${reason}`);
    if (model) console.log(formatLine(model));
  },
});

const activate = defineCommand({
  meta: { name: 'activate', description: 'Put a model in force and pin it; "latest" removes the pin.' },
  args: {
    ...FUNNEL_ARGUMENTS,
    model: { type: 'string', required: true, valueHint: 'number|latest', description: 'Number of a model, or latest.' },
  },
  async run({ args }) {
    const path = `${funnelPath(args)}/models/${encodeURIComponent(args.model)}/activate`;
    const model = (await connect().request('POST', path)) as Model;
    console.log(`Model ${model.version} of ${args.subdomain} is in force${model.pinned ? ' and pinned' : ''}.`);
  },
});

/** `svc models list beauty`, `svc models build beauty`, `svc models activate beauty --model 3`. docs/matching.md M7. */
export const models = defineCommand({
  meta: { name: 'models', description: 'Models of Funnel AI.' },
  subCommands: { list, build, activate },
});

const formatLine = ({ version, builtAt, sessions, impressions, active, pinned }: Model): string =>
  [
    String(version).padStart(4),
    builtAt,
    `${sessions} sessions, ${impressions} impressions`,
    ...(active ? [pinned ? 'in force, pinned' : 'in force'] : []),
  ].join('  ');

/** The report of a funnel's learning as management shows it. */
interface Report {
  enabled: boolean;
  model: { version: number; pinned: boolean; sessions: number; impressions: number; untilDay: string } | null;
  lastBuild: { outcome: string; reason: string | null; endedAt: string; sessions: number; impressions: number } | null;
  options: { caption: string; sessions: number; learned: boolean }[];
  lifts: { sentence: string }[];
  popular: { name: string; times: number }[];
}

/** `svc learning beauty`: what Funnel AI learned, in sentences. */
export const learning = defineCommand({
  meta: { name: 'learning', description: 'Show what Funnel AI has learned about a funnel.' },
  args: { ...FUNNEL_ARGUMENTS, json: { type: 'boolean', description: 'The whole report as JSON.' } },
  async run({ args }) {
    const report = (await connect().request('GET', `${funnelPath(args)}/learning`)) as Report;
    console.log(args.json ? JSON.stringify(report, null, 2) : formatText(report));
  },
});

function formatText({ enabled, model, lastBuild, options, lifts, popular }: Report): string {
  const state = model
    ? `Model ${model.version}${model.pinned ? ' (pinned)' : ''}: ${model.sessions} sessions, ${model.impressions} impressions, until ${model.untilDay}.`
    : 'There is no model yet.';
  return [
    `Funnel AI is ${enabled ? 'on' : 'off'}. ${state}`,
    ...(lastBuild ? [buildLine(lastBuild)] : []),
    ...part(
      'Options',
      options.map(
        (option) => `${option.caption}: ${option.sessions} analyses${option.learned ? '' : ', too few to act'}`,
      ),
    ),
    ...part(
      'Lifts',
      lifts.map(({ sentence }) => sentence),
    ),
    ...part(
      'Popular',
      popular.map(({ name, times }) => `${name}: ${times} × as often as expected from its positions`),
    ),
  ].join('\n');
}

const buildLine = ({ endedAt, reason, outcome, sessions, impressions }: NonNullable<Report['lastBuild']>): string =>
  `Last build ${endedAt}, from ${sessions} sessions with ${impressions} impressions: ${reason ?? outcome}`;

const part = (title: string, lines: string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)];
