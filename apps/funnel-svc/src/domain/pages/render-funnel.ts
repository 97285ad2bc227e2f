import { type FunnelVersion, inOrder, localize, type Selection, type Step } from '@svc/domain';

/** The v1 body of GET funnel. docs/contract.md C6: these fields and no others. */
export interface FunnelBody {
  id: string;
  version: { id: string; number: number };
  steps: StepBody[];
}

interface StepBody {
  id: number;
  type: string;
  orderNumber: number;
  title: string;
  selections: { key: string; caption: string; imageUrl?: string; orderNumber: number }[];
}

/**
 * A version as clients see it: localized, sorted, and nothing internal (settings, tags, conditions, former keys).
 * @param locale - BCP 47; undefined: the company language. docs/contract.md C7.
 */
export function renderFunnel(version: FunnelVersion, locale: string | undefined, companyLanguage: string): FunnelBody {
  const text = (texts: Step['title']) => localize(texts, locale, companyLanguage) ?? '';
  return {
    id: version.funnelId,
    version: { id: version.id, number: version.number },
    steps: inOrder(version.steps).map((step) => ({
      id: step.id,
      type: step.type,
      orderNumber: step.orderNumber,
      title: text(step.title),
      selections: byOrderNumber(step.selections).map((selection) => ({
        key: selection.key,
        caption: text(selection.caption),
        ...(selection.imageUrl ? { imageUrl: selection.imageUrl } : {}),
        orderNumber: selection.orderNumber,
      })),
    })),
  };
}

/** Sorting is stable: options with the same number keep the merchant's order. */
const byOrderNumber = (selections: readonly Selection[]): Selection[] =>
  [...selections].sort((a, b) => a.orderNumber - b.orderNumber);
