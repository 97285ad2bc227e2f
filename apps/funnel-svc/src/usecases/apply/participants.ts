import type { PromiseClient } from '@svc/kit';
import type { CatalogAdminServiceClient, MatcherAdminServiceClient } from '@svc/proto';

/** The services that own parts of a company's blueprint. */
export interface Participants {
  matcher: PromiseClient<MatcherAdminServiceClient>;
  catalog: PromiseClient<CatalogAdminServiceClient>;
}

/** What an apply asks of them. */
export interface ApplyParticipants {
  matcher: Pick<Participants['matcher'], 'prepareConfig' | 'getConfig' | 'applyConfig'>;
  catalog: Pick<Participants['catalog'], 'prepareCatalog' | 'applyCatalog' | 'findProductNames'>;
}
