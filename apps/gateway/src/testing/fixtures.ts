import { DEFAULT_PAGE_THEME, type FunnelPage } from '@svc/domain';
import { json, ServiceError } from '@svc/kit';
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
export const matchingFakes = (
  input = matchingInput(),
  createTime = new Date('2026-03-01T10:00:00Z'),
): Required<Pick<FakeHandlers, 'analysis' | 'matcher'>> => ({
  analysis: {
    getMatchingInput: async ({ analysisId }) => {
      if (analysisId !== ANALYSIS_ID) throw new ServiceError('NOT_FOUND', `No analysis ${analysisId}.`);
      return { input, createTime };
    },
  },
  matcher: {
    matchVariants: async () => ({ body: Buffer.from('{"matchedVariants":["V1","V2"]}'), state: 'state-1' }),
    getMatchingState: async () => ({ state: 'state-1' }),
  },
});

/** The page of the funnel `beauty`. */
export const funnelPage = (changes: Partial<FunnelPage> = {}): FunnelPage => ({
  funnel: { id: 'funnel-1', subdomain: 'beauty', name: 'Beauty quiz' },
  company: { name: 'Glow', privacyUrl: null },
  paused: false,
  version: { id: 'version-1', number: 1 },
  isPreview: false,
  locale: 'en',
  locales: ['en', 'de'],
  domains: [],
  theme: DEFAULT_PAGE_THEME,
  selfie: { requireConsent: false },
  steps: [],
  ...changes,
});

/** funnel-svc that knows this page under `beauty` and under `quiz.glow.example`. */
export const pageFakes = (changes: Partial<FunnelPage> = {}): Required<Pick<FakeHandlers, 'funnelPages'>> => ({
  funnelPages: {
    getFunnelPage: async ({ host, locale, versionId }) => {
      if (!['beauty', 'quiz.glow.example'].includes(host?.name?.value ?? '')) {
        throw new ServiceError('NOT_FOUND', 'No funnel has this host.');
      }
      const page = funnelPage({ ...(locale ? { locale } : {}), isPreview: versionId === 'draft-1', ...changes });
      return {
        companyId: 'company-1',
        funnelId: page.funnel.id,
        domains: page.domains,
        paused: page.paused,
        pageJson: json.encode(page),
      };
    },
  },
});
