import { Text } from '@mantine/core';
import type { Schemas } from '../../../api/client.js';
import { useI18n } from '../../../i18n/i18n.js';
import { Tile } from '../../../shared/figures/tile.js';
import { ErrorNotice } from '../../../shared/notices/error-notice.js';
import { useRevenueReport, type VisitQuery } from '../queries.js';
import { toPrevious } from '../scope/filter.js';
import { groupRevenue, type RevenueGroup } from './group-revenue.js';

/**
 * Revenue of the funnel with its orders, and what they were before. Only what is proved best: verified, direct, confirmed. The rest is on the
 * screen of revenue. Sums of money have no interval, so that nothing is said about their change.
 */
export function RevenueTile(props: { handle: string; report: Schemas['InsightOverview']; query: VisitQuery }) {
  const { t, count, date, list, money, number } = useI18n();
  const { handle, report, query } = props;
  const { from, to, funnel, timeZone: timezone } = report;
  const proved = { ...query, funnel, timezone, kind: 'verified' } as const;
  const now = useRevenueReport(handle, { ...proved, from, to });
  const before = useRevenueReport(handle, { ...proved, ...toPrevious({ from, to }) });
  const failed = [now, before].find(({ error, data }) => error !== null && data === undefined);
  if (failed) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  const [found, earlier] = [now.data && toProved(now.data), before.data && toProved(before.data)];
  const toOrders = (lines: Proved[]) => lines.reduce((sum, { orders }) => sum + orders, 0);
  const toAmounts = (lines: Proved[]) =>
    lines.length === 0
      ? t('insight.none')
      : lines.map(({ currency, tax, net }) => (
          <div key={`${currency} ${tax}`}>
            {money(net, currency)}{' '}
            <Text span size="sm" c="dimmed">
              {t(tax ? 'insight.with-tax' : 'insight.without-tax')}
            </Text>
          </div>
        ));
  return (
    <Tile
      label={t('insight.revenue-direct')}
      definition={t('insight.revenue-direct.definition')}
      value={found ? toAmounts(found) : '…'}
    >
      {found && <div>{count('insight.orders-direct', toOrders(found))}</div>}
      {now.data && found && found.length > 0 && (
        <>
          <div>{t('insight.revenue.window', { days: list(now.data.attributionDays.map((days) => number(days))) })}</div>
          {to >= now.data.mayFallSince && (
            <div>
              {t('insight.revenue.may-fall', {
                day: date(now.data.mayFallSince < from ? from : now.data.mayFallSince),
              })}
            </div>
          )}
        </>
      )}
      {earlier &&
        (earlier.length === 0 ? (
          <div>{t('insight.before', { value: t('insight.none') })}</div>
        ) : (
          <>
            <div>{t('insight.before.label')}</div>
            {toAmounts(earlier)}
          </>
        ))}
    </Tile>
  );
}

interface Proved {
  currency: string;
  tax: boolean;
  orders: number;
  net: string;
}

const toProved = (report: Schemas['RevenueReport']): Proved[] =>
  groupRevenue(report).flatMap(({ kind, currency, totalsIncludeTax: tax, lines }: RevenueGroup) =>
    lines
      .filter(({ rule, proof }) => kind === 'VERIFIED' && rule === 'DIRECT' && proof === 'CONFIRMED')
      .map(({ orders, net }) => ({ currency, tax, orders, net })),
  );
