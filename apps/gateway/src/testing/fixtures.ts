import { ServiceError } from '@svc/kit';
import type { MatchingInput } from '@svc/proto';
import type { FakeHandlers } from './fake-services.js';

export const ANALYSIS_ID = '5gNp1RtXv6dSbM3oYf0UhC';
export const MATCHES = `/api/v1/analyses/${ANALYSIS_ID}/matches`;

/** What analysis-svc says of an analysis. */
export const matchingInput = (changes: Partial<MatchingInput> = {}): MatchingInput => ({
  companyId: 'company-1',
  funnelId: 'funnel-1',
  versionId: 'version-1',
  isPreview: false,
  hasSelfie: false,
  hasContact: false,
  answersJson: Buffer.from('{"selectionValues":[]}'),
  ...changes,
});

/** Services that know one analysis and match two variants. */
export const matchingFakes = (input = matchingInput()): Required<Pick<FakeHandlers, 'analysis' | 'matcher'>> => ({
  analysis: {
    getMatchingInput: async ({ analysisId }) => {
      if (analysisId !== ANALYSIS_ID) throw new ServiceError('NOT_FOUND', `No analysis ${analysisId}.`);
      return { input };
    },
  },
  matcher: {
    matchVariants: async () => ({ body: Buffer.from('{"matchedVariants":["V1","V2"]}'), state: 'state-1' }),
    getMatchingState: async () => ({ state: 'state-1' }),
  },
});
