import type { ResultView } from '@svc/domain';
import { useQuery } from '@tanstack/react-query';
import { useCompany } from '../../../app/company.js';
import type { Content } from '../../../shared/edit/model/steps.js';
import { useQuieted } from '../../../shared/use-quieted.js';
import { toResultView } from '../model/to-result-view.js';
import { matchPreview, type ProbedAnswers } from './preview-service.js';

const QUIET_MS = 500;

/** What the answers of the preview lead to, with the funnel as it is being edited. */
export interface PreviewResult {
  /** For the frame; undefined: not there yet, or without cards. */
  view: ResultView | undefined;
  /** Variants that match; undefined: not known yet. */
  count: number | undefined;
  error: Error | null;
  retry(): void;
}

/** It is computed at the end of the preview only. docs/dashboard.md Y16.7. */
export function usePreviewResult(
  subdomain: string,
  content: Content,
  answers: ProbedAnswers,
  language: string | undefined,
  isAtEnd: boolean,
): PreviewResult {
  const { handle } = useCompany();
  const matched = useQuieted(content, QUIET_MS);
  const { data, error, refetch } = useQuery({
    queryKey: ['preview-result', handle, subdomain, matched, answers, language],
    queryFn: async ({ signal }) => {
      const match = await matchPreview(handle, subdomain, matched, { ...answers, language }, signal);
      return { count: match.matchedVariants.length, view: toResultView(match, subdomain, language ?? '') };
    },
    enabled: isAtEnd,
    retry: false,
    gcTime: 0,
  });
  const shown = isAtEnd ? data : undefined;
  return {
    view: shown?.view,
    count: shown?.count,
    error: isAtEnd ? error : null,
    retry: () => void refetch(),
  };
}
