import type { ChatLanguage } from '@svc/domain';

/** What the shopper did. */
export type TurnInput = ({ readonly text: string } | { readonly quickReply: string } | { readonly action: string }) & {
  /** Product or variant id of the page. */
  readonly productId?: string | undefined;
  readonly locale?: ChatLanguage | undefined;
};
