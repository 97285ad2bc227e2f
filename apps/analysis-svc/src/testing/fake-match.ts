import type { CatalogCard, PresentedMatch } from '@svc/domain';
import { createGrpcServer, json, type Logger, service } from '@svc/kit';
import { inProcessHost } from '@svc/kit/testing';
import { PresentationServiceService, type PresentMatchRequest, VariantServiceService } from '@svc/proto';

export interface FakeMatch {
  /** Address of both services. */
  address: string;
  /** May throw or delay the response. */
  present: (request: PresentMatchRequest) => PresentedMatch | Promise<PresentedMatch>;
  cards: (variantIds: string[]) => CatalogCard[] | Promise<CatalogCard[]>;
  calls: { presentMatch: PresentMatchRequest[]; getVariants: number };
  stop(): Promise<void>;
}

export const card = (variantId: string): CatalogCard => ({
  variantId,
  productId: `P-${variantId}`,
  productName: `Product ${variantId}`,
  variantName: 'Coral',
  available: true,
});

/** Two variants on one tab. */
export const MATCH: PresentedMatch = {
  resultPage: true,
  variants: ['V2', 'V1'],
  tabs: [{ key: 'LIPS', name: 'Lippen', variants: ['V2', 'V1'] }],
};

/** A fake matcher-svc and catalog-sync whose responses the test controls. */
export async function startFakeMatch(log: Logger): Promise<FakeMatch> {
  const fake: Omit<FakeMatch, 'address' | 'stop'> = {
    present: () => MATCH,
    cards: (variantIds) => variantIds.map(card),
    calls: { presentMatch: [], getVariants: 0 },
  };
  const server = createGrpcServer({
    log,
    services: [
      service(PresentationServiceService, {
        async presentMatch(request) {
          fake.calls.presentMatch.push(request);
          return { matchJson: json.encode(await fake.present(request)), state: 'state' };
        },
        describeVariants: async () => ({ variants: [] }),
        describeProduct: async () => ({ isSet: false }),
      }),
      service(VariantServiceService, {
        async getVariants({ variantIds }) {
          fake.calls.getVariants += 1;
          return { variants: await fake.cards(variantIds) };
        },
      }),
    ],
  });
  const address = await server.listen(inProcessHost(), 0);
  return Object.assign(fake, { address, stop: () => server.stop() });
}
