import { readFileSync } from 'node:fs';
import { isRecord } from '@svc/domain';
import type { ReplayReport } from '@svc/gateway/bodies';
import { defineCommand } from 'citty';
import { parse } from 'yaml';
import { checkFile } from '../check-file.js';
import { COMPANY_ARGUMENT, companyPath, connect, UsageError } from '../connection.js';
import { describeReplay } from './describe-replay.js';

/** `svc replay beauty draft.yaml`: what a change would do to the newest analyses; fails when matches would become empty. */
export const replay = defineCommand({
  meta: { name: 'replay', description: 'Show the effect of a change on the newest analyses, without applying it.' },
  args: {
    ...COMPANY_ARGUMENT,
    subdomain: { type: 'positional', required: true, description: 'Sub-domain of the funnel.' },
    file: {
      type: 'positional',
      required: true,
      description:
        'What replaces what is in force (tagging, sets, assortment, matching, resultPage, published or version), or a company file.',
    },
    last: { type: 'string', valueHint: 'number', description: 'How many analyses, 1 to 2,000. Default: 500.' },
    json: { type: 'boolean', description: 'The whole report as JSON.' },
  },
  async run({ args }) {
    checkFile(args.file);
    const { draft, ignored } = draftIn(args.file, args.subdomain);
    if (ignored.length > 0) console.error(`Not part of this replay: ${ignored.join(', ')}.`);
    if (args.last !== undefined) draft.last = parseCount(args.last);
    const path = `${companyPath(args.company)}/funnels/${encodeURIComponent(args.subdomain)}/replay`;
    const body = { type: 'application/json', content: JSON.stringify(draft) };
    const report = (await connect().request('POST', path, body)) as ReplayReport;
    console.log(args.json ? JSON.stringify(report, null, 2) : describeReplay(args.subdomain, report).join('\n'));
    const { analyses, exceeding } = report;
    if (analyses.newlyEmpty > 0 || exceeding.after > exceeding.before) process.exitCode = 1;
  },
});

const COMPANY_KEYS = ['tagging', 'sets'];
const FUNNEL_KEYS = ['assortment', 'matching', 'resultPage', 'published'];

/** The body of a replay, or of a company file what it says about this funnel's matches; `ignored` names the rest. */
function draftIn(file: string, subdomain: string): { draft: Record<string, unknown>; ignored: string[] } {
  const content = readDocument(file);
  if (!isRecord(content)) throw new UsageError(`${file} has no keys; see "svc replay --help".`);
  const { handle: _handle, funnels, ...company } = content;
  if (funnels === undefined) return { draft: company, ignored: [] };
  const all = Array.isArray(funnels) ? funnels.filter(isRecord) : [];
  const funnel = all.find((candidate) => candidate.subdomain === subdomain);
  if (!funnel) throw new UsageError(`${file} has no funnel "${subdomain}".`);
  const others = all.filter((candidate) => candidate !== funnel).map((candidate) => `funnels/${candidate.subdomain}`);
  const ofFunnel = without(funnel, ['subdomain', ...FUNNEL_KEYS]).map((key) => `funnels/${subdomain}/${key}`);
  return {
    draft: { ...pick(company, COMPANY_KEYS), ...pick(funnel, FUNNEL_KEYS) },
    ignored: [...without(company, COMPANY_KEYS), ...ofFunnel, ...others],
  };
}

function readDocument(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} must be YAML or JSON: ${(error as Error).message}`);
  }
}

function parseCount(last: string): number {
  if (/^\d{1,4}$/.test(last)) return Number(last);
  throw new UsageError('--last is a number from 1 to 2,000.');
}

const pick = (from: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]));

const without = (from: Record<string, unknown>, keys: readonly string[]): string[] =>
  Object.keys(from).filter((key) => !keys.includes(key));
