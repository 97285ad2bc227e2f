import { ALL_COLOR_TYPES, type ColorResult } from '@svc/domain';
import { createClient, json, type PromiseClient, ServiceError } from '@svc/kit';
import {
  AnalysisServiceClient,
  type GetScopeRequest,
  MatcherServiceClient,
  type MatchingInput,
  PresentationServiceClient,
} from '@svc/proto';
import type { ColorType } from '../domain/grounding/blocks.js';
import type { LoadedScope, ScopeSource } from '../usecases/companies/ports.js';
import { toVersion } from './catalog.js';

/** What a turn waits for one of them; the turn itself has less. */
const TIMEOUT_MS = 2_000;
const OPAQUE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** @param addresses - `host:port` of analysis-svc and of matcher-svc. */
export function createScopeClient(
  addresses: { analysis: string; matcher: string },
  timeoutMs = TIMEOUT_MS,
): ScopeSource & { close(): void } {
  const settings = { timeoutMs };
  const analysis = createClient(AnalysisServiceClient, addresses.analysis, {
    ...settings,
    retry: ['getMatchingInput'],
  });
  const matcher = createClient(MatcherServiceClient, addresses.matcher, { ...settings, retry: ['getScope'] });
  const presentation = createClient(PresentationServiceClient, addresses.matcher, {
    ...settings,
    retry: ['describeVariants'],
  });

  async function loadScope(
    subject: NonNullable<GetScopeRequest['subject']>,
    known: LoadedScope | undefined,
  ): Promise<LoadedScope> {
    const found = await matcher.getScope({ subject, ...(known ? { knownState: known.state } : {}) });
    const {
      state,
      eligible,
      matched,
      excludedByRule: excluded,
      firstOfTabs,
      sets,
      catalogVersion,
      configVersion,
    } = found;
    if (found.unchanged && known) return known;
    return {
      state,
      eligible,
      matched,
      excluded,
      firstOfTabs,
      sets,
      catalogVersion: toVersion(catalogVersion, configVersion),
    };
  }
  return {
    async findAnalysis(analysisId) {
      const input = await readInput(analysis, analysisId);
      if (!input) return undefined;
      return {
        companyId: input.companyId,
        colorType: readColorType(input),
        loadScope: (known) => loadScope({ $case: 'analysis', value: input }, known),
        async describe(variantIds, locale) {
          const { variants } = await presentation.describeVariants({ input, variantIds: [...variantIds], locale });
          return new Map(variants.map(({ variantId, reasons }) => [variantId, reasons.map(({ text }) => text)]));
        },
      };
    },
    loadFunnelScope: (companyId, funnelId, known) =>
      loadScope({ $case: 'funnel', value: { companyId, funnelId } }, known),
    close() {
      for (const client of [analysis, matcher, presentation]) client.close();
    },
  };
}

async function readInput(
  client: Pick<PromiseClient<AnalysisServiceClient>, 'getMatchingInput'>,
  analysisId: string,
): Promise<MatchingInput | undefined> {
  if (!OPAQUE_ID.test(analysisId)) return undefined;
  try {
    return (await client.getMatchingInput({ analysisId })).input;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

function readColorType({ colorJson }: MatchingInput): ColorType | undefined {
  const type = colorJson && json.decode<ColorResult>(colorJson).type;
  return ALL_COLOR_TYPES.find((known) => known === type);
}
