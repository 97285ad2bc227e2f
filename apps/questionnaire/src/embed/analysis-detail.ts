import type { AnalysisEventDetail } from '@svc/components';
import type { ContactAnswers, ResultView } from '@svc/domain';
import { webAddress } from '../shared/web-address.js';

export interface KnownAnalysis {
  analysisId: string;
  /** Sub-domain. */
  funnel: string;
  /** Address of the result. */
  url: string;
  contact: ContactAnswers;
  /** Null: the result could not be read. */
  view: ResultView | null;
}

/** What the embedding page receives about an analysis. docs/contract.md C21.4. */
export function analysisDetail({ analysisId, funnel, url, contact, view }: KnownAnalysis): AnalysisEventDetail {
  return {
    analysis_url: url,
    analysis_id: analysisId,
    funnel,
    ...(contact.firstName && { first_name: contact.firstName }),
    ...(contact.lastName && { last_name: contact.lastName }),
    ...(contact.email && { email: contact.email }),
    ...(view?.colorType && { color_type: view.colorType.type }),
    products: (view?.variants ?? []).map((id) => ({
      variant_id: id,
      link: webAddress(view?.links?.[id] ?? view?.cards[id]?.link) ?? '',
    })),
  };
}
