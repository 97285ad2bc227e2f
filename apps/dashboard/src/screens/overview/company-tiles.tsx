import { SimpleGrid, Text } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { api, load } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Tile } from '../../shared/figures/tile.js';
import { funnelFiguresQuery } from '../../shared/funnel-data/figures-query.js';
import { addFigures, listProvedRevenue } from './company-figures.js';

const STALE_MS = 60_000;

/** Visits, opt-in and revenue of the whole company over 28 days. One that cannot be loaded leaves the others. docs/dashboard.md Y30.4. */
export function CompanyTiles({ funnels }: { funnels: readonly { subdomain: string }[] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <VisitTiles funnels={funnels} />
      <RevenueTile />
    </SimpleGrid>
  );
}

function VisitTiles({ funnels }: { funnels: readonly { subdomain: string }[] }) {
  const { t, count, number, percent } = useI18n();
  const { handle } = useCompany();
  const { data, isFailed } = useQueries({
    queries: funnels.map(({ subdomain }) => funnelFiguresQuery(handle, subdomain)),
    combine: (results) => ({
      data: results.every((result) => result.data)
        ? addFigures(results.flatMap((result) => result.data ?? []))
        : undefined,
      isFailed: results.some(({ error, data: found }) => error !== null && found === undefined),
    }),
  });
  const pending = isFailed ? t('figure.failed') : '…';
  return (
    <>
      <Tile
        label={t('overview.visits')}
        definition={t('overview.visits.definition')}
        value={data ? number(data.visits) : pending}
      >
        {count('overview.of-funnels', funnels.length)}
      </Tile>
      <Tile
        label={t('overview.opt-in')}
        definition={t('overview.opt-in.definition')}
        value={data ? (data.optIn ? percent(data.optIn.share) : t('figure.not-measured')) : pending}
      >
        {data?.optIn && count('overview.of-analyses', data.optIn.cases)}
      </Tile>
    </>
  );
}

function RevenueTile() {
  const { t, count, money } = useI18n();
  const { handle } = useCompany();
  const { data, error } = useQuery({
    queryKey: ['overview', handle, 'revenue'],
    queryFn: () =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/insight/revenue', {
          params: { path: { handle }, query: { kind: 'verified' } },
        }),
      ),
    staleTime: STALE_MS,
  });
  const proved = data && listProvedRevenue(data.totals);
  const orders = proved?.reduce((sum, each) => sum + each.orders, 0) ?? 0;
  return (
    <Tile
      label={t('overview.revenue')}
      definition={t('overview.revenue.definition')}
      value={
        !proved
          ? error
            ? t('figure.failed')
            : '…'
          : proved.length === 0
            ? t('overview.revenue.none')
            : proved.map(({ currency, totalsIncludeTax, net }) => (
                <div key={`${currency} ${totalsIncludeTax}`}>
                  {money(net, currency)}{' '}
                  <Text span size="sm" c="dimmed">
                    {t(totalsIncludeTax ? 'overview.revenue.with-tax' : 'overview.revenue.without-tax')}
                  </Text>
                </div>
              ))
      }
    >
      {proved && proved.length > 0 && count('overview.revenue.orders', orders)}
    </Tile>
  );
}
