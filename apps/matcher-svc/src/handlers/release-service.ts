import {
  type ColorResult,
  MAX_REPLAYED_ANALYSES,
  type MatchingAnswers,
  type ReplayDraft,
  type ReplayReport,
} from '@svc/domain';
import { forCompany, type Handlers, json, ServiceError, service } from '@svc/kit';
import {
  type ConfigVersionSummary as ConfigVersionMessage,
  type ListMatchingInputsResponse_Item as Item,
  ReleaseServiceService,
  type ReplayMatchesRequest,
} from '@svc/proto';
import type { Knex } from 'knex';
import {
  type ConfigVersionSummary,
  listConfigVersions,
  MAX_CONFIG_VERSIONS,
  readConfigVersion,
} from '../db/config-versions.js';
import type { ReplayedAnalysis } from '../engine/replay/replay-matches.js';
import type { ReplayInput } from '../usecases/release/replay-draft.js';
import { toReplayReportMessage } from './replay-report-message.js';

/** Replay before release, and the versions of a company's configuration. The caller has checked who asks. */
export function releaseService(deps: { knex: Knex; replay(input: ReplayInput): Promise<ReplayReport> }) {
  const { knex } = deps;
  const handlers: Handlers<typeof ReleaseServiceService> = {
    async replayMatches(requests, { signal }) {
      const messages = requests[Symbol.asyncIterator]();
      const first = await messages.next();
      const part = first.done ? undefined : first.value.part;
      if (part?.$case !== 'start') throw invalid('The first message says what is replayed.');
      const { companyId, funnelId, draftJson, asked } = part.value;
      const report = await deps.replay({
        companyId,
        funnelId,
        draft: json.decode<ReplayDraft>(draftJson),
        asked,
        analyses: analysesIn({ [Symbol.asyncIterator]: () => messages }, { companyId, funnelId }),
        signal,
      });
      return { report: toReplayReportMessage(report) };
    },

    async listConfigVersions({ companyId, pageSize, pageToken }) {
      const size = pageSize < 1 ? 50 : Math.min(pageSize, MAX_CONFIG_VERSIONS);
      const before = parsePosition(pageToken);
      const rows = await forCompany(knex, companyId, (db) => listConfigVersions(db, companyId, before, size + 1));
      const versions = rows.slice(0, size);
      const last = versions.at(-1);
      return {
        versions: versions.map(toMessage),
        nextPageToken: rows.length > size && last ? String(last.version) : '',
      };
    },

    async getConfigVersion({ companyId, version }) {
      const found = Number.isSafeInteger(version)
        ? await forCompany(knex, companyId, (db) => readConfigVersion(db, companyId, version))
        : undefined;
      if (!found) throw new ServiceError('NOT_FOUND', 'The settings have no such version, or it is no longer kept.');
      return { version: toMessage(found), configJson: json.encode(found.config) };
    },
  };
  return service(ReleaseServiceService, handlers);
}

const invalid = (message: string) => new ServiceError('INVALID_REQUEST', message);

/** The analyses of a stream, bounded, all of one funnel: a mistake of a caller must not mix companies. */
async function* analysesIn(
  requests: AsyncIterable<ReplayMatchesRequest>,
  owner: { companyId: string; funnelId: string },
): AsyncGenerator<ReplayedAnalysis[]> {
  let count = 0;
  for await (const { part } of requests) {
    if (part?.$case !== 'analyses') throw invalid('Messages after the first have analyses.');
    const { items } = part.value;
    count += items.length;
    if (count > MAX_REPLAYED_ANALYSES)
      throw invalid(`At most ${MAX_REPLAYED_ANALYSES} analyses can be replayed in one call.`);
    yield items.map((item) => toAnalysis(item, owner));
  }
}

function toAnalysis({ analysisId, input }: Item, owner: { companyId: string; funnelId: string }): ReplayedAnalysis {
  if (input?.companyId !== owner.companyId || input.funnelId !== owner.funnelId) {
    throw invalid('An analysis belongs to another funnel.');
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
    'cursor is not one that this list answered; leave it out for the first page.',
  );
}

const toMessage = ({ version, createdAt, changed, inForce }: ConfigVersionSummary): ConfigVersionMessage => ({
  version,
  createTime: createdAt,
  changed,
  inForce,
});
