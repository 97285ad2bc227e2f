import type { FunnelPage, MatchingAnswers } from '@svc/domain';
import { api, load, type Schemas } from '../../../api/client.js';
import { type Content, toParts } from '../../../shared/edit/model/steps.js';

const FUNNEL = '/api/admin/v1/companies/{handle}/funnels/{subdomain}';

/** The page of the funnel as it would be with these steps. The API returns what pages read. */
export const renderFunnel = (handle: string, subdomain: string, steps: Content['steps'], locale: string | undefined) =>
  load(
    api.POST(`${FUNNEL}/render`, {
      params: { path: { handle, subdomain } },
      body: { steps: toParts({ steps, others: {} }).steps ?? [], ...(locale ? { locale } : {}) },
    }),
  ) as Promise<FunnelPage>;

export interface ProbedAnswers {
  answers: MatchingAnswers;
  hasSelfie: boolean;
  hasContact: boolean;
  /** Empty: not considered. */
  colorType: string;
}

/** How many variants each answer to a question leaves after other answers, with the funnel as it is being edited. */
export const probeStep = (
  handle: string,
  subdomain: string,
  content: Content,
  stepId: number,
  { answers, hasSelfie, hasContact, colorType }: ProbedAnswers,
  signal: AbortSignal,
) =>
  load(
    api.POST(`${FUNNEL}/probe`, {
      params: { path: { handle, subdomain } },
      body: {
        parts: toParts(content),
        ...{ answers, hasSelfie, hasContact, stepId },
        ...(colorType === '' ? {} : { colorType }),
      } as Schemas['ProbeRequest'],
      signal,
    }),
  );

/** What these answers lead to, with cards. @param given.language - of the names of tabs; undefined: that of the company. */
export const matchPreview = (
  handle: string,
  subdomain: string,
  content: Content,
  { answers, hasSelfie, hasContact, colorType, language }: ProbedAnswers & { language: string | undefined },
  signal: AbortSignal,
) =>
  load(
    api.POST(`${FUNNEL}/preview-match`, {
      params: { path: { handle, subdomain } },
      body: {
        parts: toParts(content),
        ...{ answers, hasSelfie, hasContact },
        ...(colorType === '' ? {} : { colorType }),
        ...(language === undefined ? {} : { locale: language }),
      } as Schemas['PreviewMatchRequest'],
      signal,
    }),
  );
