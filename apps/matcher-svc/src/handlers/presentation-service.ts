import type { VariantDescription } from '@svc/domain';
import { type GrpcService, type Logger, ServiceError, service } from '@svc/kit';
import { PresentationServiceService } from '@svc/proto';
import type { DescribeInput } from '../usecases/match/describe-variants.js';
import type { EncodedPresentation, PresentInput } from '../usecases/match/present-match.js';
import { toDescriptionMessage } from './description-message.js';
import { orMatcherFailure } from './or-matcher-failure.js';
import { toStoredAnalysis } from './stored-analysis.js';

/** Variants of one call of DescribeVariants. */
const MAX_DESCRIBED_VARIANTS = 500;

/** svc.matcher.v1.PresentationService: matches as people see them. */
export function createPresentationService(deps: {
  present(input: PresentInput): Promise<EncodedPresentation>;
  describe(input: DescribeInput): Promise<Record<string, VariantDescription>>;
  describeProduct(companyId: string, productId: string): Promise<{ isSet: boolean }>;
  log: Logger;
}): GrpcService {
  return service(PresentationServiceService, {
    presentMatch: ({ input, locale }) =>
      orMatcherFailure(deps.log, async () => {
        const { body, state } = await deps.present({ ...toStoredAnalysis(input), locale });
        return { matchJson: Buffer.from(body.buffer, body.byteOffset, body.byteLength), state };
      }),

    describeVariants: ({ input, variantIds, locale }) =>
      orMatcherFailure(deps.log, async () => {
        if (variantIds.length > MAX_DESCRIBED_VARIANTS) {
          throw new ServiceError(
            'INVALID_REQUEST',
            `At most ${MAX_DESCRIBED_VARIANTS} variants can be described in one call.`,
          );
        }
        const described = await deps.describe({ ...toStoredAnalysis(input), variantIds, locale });
        return { variants: Object.entries(described).map(([id, variant]) => toDescriptionMessage(id, variant)) };
      }),

    describeProduct: ({ companyId, productId }) =>
      orMatcherFailure(deps.log, () => deps.describeProduct(companyId, productId)),
  });
}
