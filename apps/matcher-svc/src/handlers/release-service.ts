import { type ColorResult, MAX_REPLAYED_ANALYSES, type MatchingAnswers, type ReplayReport } from '@svc/domain';
import { forCompany, type GrpcService, json, ServiceError, service } from '@svc/kit';
import {
  type ConfigVersionSummary as ConfigVersionMessage,
  type ListMatchingInputsResponse_Item as Item,
  type MeasureRulesRequest,
  ReleaseServiceService,
  type ReplayMatchesRequest,
  type RuleEffect as RuleEffectMessage,
} from '@svc/proto';
import type { Knex } from 'knex';
import {
  type ConfigVersionSummary,
  listConfigVersions,
  MAX_CONFIG_VERSIONS,
  readConfigVersion,
} from '../db/config-versions.js';
import type { RuleEffect } from '../engine/preview/measure-rules.js';
import type { ReplayedAnalysis } from '../engine/replay/replay-matches.js';
import type { MeasuredRules, MeasureInput } from '../usecases/release/measure-rules.js';
import type { ReplayInput } from '../usecases/release/replay-draft.js';
import { toReplayReportMessage } from './replay-report-message.js';

/** svc.matcher.v1.ReleaseService: replay before release, and the versions of a company's configuration. The caller has authenticated the client. */
export function createReleaseService(deps: {
  db: Knex;
  replay(input: ReplayInput): Promise<ReplayReport>;
  measureRules(input: MeasureInput): Promise<MeasuredRules>;
}): GrpcService {
  const { db } = deps;
  return service(ReleaseServiceService, {
    async replayMatches(requests, { signal }) {
      const messages = requests[Symbol.asyncIterator]();
      const first = await messages.next();
      const part = first.done ? undefined : first.value.part;
      if (part?.$case !== 'start') throw invalid('The first message must be start.');
      const { companyId, funnelId, draftJson, asked } = part.value;
      const report = await deps.replay({
        companyId,
        funnelId,
        draftJson,
        asked,
        analyses: analysesIn({ [Symbol.asyncIterator]: () => messages }, { companyId, funnelId }),
        signal,
      });
      return { report: toReplayReportMessage(report) };
    },

    async measureRules(requests, { signal }) {
      const messages = requests[Symbol.asyncIterator]();
      const first = await messages.next();
      const part = first.done ? undefined : first.value.part;
      if (part?.$case !== 'start') throw invalid('The first message must be start.');
      const analyses = analysesIn({ [Symbol.asyncIterator]: () => messages }, part.value);
      const { rules, ...measured } = await deps.measureRules({ ...part.value, analyses, signal });
      return { ...measured, rules: rules.map(toEffectMessage) };
    },

    async listConfigVersions({ companyId, pageSize, pageToken }) {
      const size = pageSize < 1 ? 50 : Math.min(pageSize, MAX_CONFIG_VERSIONS);
      const before = parsePosition(pageToken);
      const rows = await forCompany(db, companyId, (trx) => listConfigVersions(trx, companyId, before, size + 1));
      const versions = rows.slice(0, size);
      const last = versions.at(-1);
      return {
        versions: versions.map(toMessage),
        nextPageToken: rows.length > size && last ? String(last.version) : '',
      };
    },

    async getConfigVersion({ companyId, version }) {
      const found = Number.isSafeInteger(version)
        ? await forCompany(db, companyId, (trx) => readConfigVersion(trx, companyId, version))
        : undefined;
      if (!found) throw new ServiceError('NOT_FOUND', 'The settings have no such version, or it is no longer kept.');
      return { version: toMessage(found), configJson: Buffer.from(found.config, 'utf8') };
    },
  });
}

const invalid = (message: string) => new ServiceError('INVALID_REQUEST', message);

/** The analyses of a stream, bounded, all of one funnel: a mistake of a caller must not mix companies. */
async function* analysesIn(
  requests: AsyncIterable<Pick<ReplayMatchesRequest | MeasureRulesRequest, 'part'>>,
  owner: { companyId: string; funnelId: string },
): AsyncGenerator<ReplayedAnalysis[]> {
  let count = 0;
  for await (const { part } of requests) {
    if (part?.$case !== 'analyses') throw invalid('Messages after the first must be analyses.');
    const { items } = part.value;
    count += items.length;
    if (count > MAX_REPLAYED_ANALYSES) throw invalid(`A call must have at most ${MAX_REPLAYED_ANALYSES} analyses.`);
    yield items.map((item) => toAnalysis(item, owner));
  }
}

function toAnalysis({ analysisId, input }: Item, owner: { companyId: string; funnelId: string }): ReplayedAnalysis {
  if (input?.companyId !== owner.companyId || input.funnelId !== owner.funnelId) {
    throw invalid('All analyses must belong to the funnel of the first message.');
  }
  return {
    analysisId,
    answers: json.decode<MatchingAnswers>(input.answersJson),
    presence: { hasSelfie: input.hasSelfie, hasContact: input.hasContact },
    color: input.colorJson ? json.decode<ColorResult>(input.colorJson) : null,
  };
}

function parsePosition(cursor: string): number | undefined {
  if (cursor === '') return undefined;
  if (/^[1-9]\d{0,14}$/.test(cursor)) return Number(cursor);
  throw new ServiceError(
    'INVALID_QUERY',
    'cursor must be one that this list returned, or be left out for the first page.',
  );
}

const toMessage = ({ version, createdAt, changed, inForce }: ConfigVersionSummary): ConfigVersionMessage => ({
  version,
  createTime: createdAt,
  changed,
  inForce,
});

const toEffectMessage = ({ excludes, requires, boosts, pins, ...effect }: RuleEffect): RuleEffectMessage => ({
  ...effect,
  excludes: excludes ?? undefined,
  requires: requires ?? undefined,
  boosts: boosts ?? undefined,
  pins: pins ?? undefined,
});
