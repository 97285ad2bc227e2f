import type { VariantDescription } from '@svc/domain';
import { type VariantDescription as DescriptionMessage, shopperReasonCodes, toCitedAnswer } from '@svc/proto';

export const toDescriptionMessage = (variantId: string, { reasons, set }: VariantDescription): DescriptionMessage => ({
  variantId,
  reasons: reasons.map(({ code, text, answer }) => ({
    code: shopperReasonCodes.fromName(code),
    text,
    answer: answer && toCitedAnswer(answer),
  })),
  set: set ?? undefined,
});
