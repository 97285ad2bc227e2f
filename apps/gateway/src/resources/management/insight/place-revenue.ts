import { attributionProofs, attributionRules, orderKinds, type PlaceRevenueRow, revenuePlaces } from '@svc/proto';
import type { Clients } from '../../../clients.js';
import { DEFINITIONS } from './definitions.js';
import type { RevenueReport } from './revenue-schema.js';

/** Revenue by tab and by rule, with the sub-domains of their funnels. docs/insight.md N7.12. */
export async function loadPlaceRevenue(
  { funnel }: Pick<Clients, 'funnel'>,
  companyId: string,
  { tabs, rules }: { tabs: readonly PlaceRevenueRow[]; rules: readonly PlaceRevenueRow[] },
): Promise<Pick<RevenueReport, 'tabs' | 'tabsDefinition' | 'rules' | 'rulesDefinition'>> {
  const isNamed = [...tabs, ...rules].some(({ funnelId }) => funnelId !== undefined);
  const { funnels } = isNamed ? await funnel.getCompanyState({ companyId }) : { funnels: [] };
  const subdomains = new Map(funnels.map(({ funnelId, subdomain }) => [funnelId, subdomain]));
  const present = ({ place, key, funnelId, kind, rule, proof, ...row }: PlaceRevenueRow) => ({
    place: revenuePlaces.toName(place),
    key: key ?? null,
    funnel: (funnelId === undefined ? undefined : subdomains.get(funnelId)) ?? null,
    ...row,
    kind: orderKinds.toName(kind),
    rule: attributionRules.toName(rule),
    proof: attributionProofs.toName(proof),
  });
  return {
    ...{ tabs: tabs.map(present), tabsDefinition: DEFINITIONS.tabRevenue },
    ...{ rules: rules.map(present), rulesDefinition: DEFINITIONS.ruleRevenue },
  };
}
