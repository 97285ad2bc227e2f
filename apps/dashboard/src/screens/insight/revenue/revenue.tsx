import { Anchor, Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { Schemas } from '../../../api/client.js';
import { useCompany } from '../../../app/company.js';
import type { TextKey } from '../../../i18n/areas.js';
import { useI18n } from '../../../i18n/i18n.js';
import { Facts } from '../../../shared/facts.js';
import { Tile } from '../../../shared/figures/tile.js';
import { Loaded } from '../../../shared/notices/loaded.js';
import { Notice } from '../../../shared/notices/notice.js';
import { Section } from '../../../shared/section.js';
import { CartTile } from '../cart-tile.js';
import { formatInterval } from '../format.js';
import { InsightScreen } from '../insight-screen.js';
import { NothingMeasured } from '../no-visits.js';
import { type OrderQuery, useRevenueReport } from '../queries.js';
import type { Range } from '../scope/filter.js';
import type { Scope } from '../scope/use-scope.js';
import { StateLine } from '../state-line.js';
import { groupRevenue } from './group-revenue.js';
import { PlaceRevenue } from './place-revenue.js';
import { RevenueDays } from './revenue-days.js';
import { RevenueLines } from './revenue-lines.js';
import { VariantRevenue } from './variant-revenue.js';

type Report = Schemas['RevenueReport'];

/** Version, language and source are those of a funnel. */
const toQuery = ({ filter: { funnel, verified }, range, timeZone, visits }: Scope): OrderQuery => ({
  ...(funnel === undefined ? {} : visits),
  ...(verified ? { kind: 'verified' } : {}),
  ...range,
  timezone: timeZone,
});

/** What analyses are credited with. docs/dashboard.md Y50. */
export function Revenue() {
  const { t } = useI18n();
  return (
    <InsightScreen
      title={t('insight.revenue.title')}
      text={t('insight.revenue.text')}
      report="revenue"
      fields={['allFunnels', 'version', 'locale', 'source', 'verified']}
      toQuery={toQuery}
    >
      {(scope) => <Orders scope={scope} query={toQuery(scope)} />}
    </InsightScreen>
  );
}

function Orders({ scope, query }: { scope: Scope; query: OrderQuery }) {
  const { t, count, date, list, number } = useI18n();
  const report = useRevenueReport(scope.handle, query);
  return (
    <Loaded query={report}>
      {(found) => (
        <Stack gap="xl" aria-busy={report.isPlaceholderData}>
          <Verified report={found} />
          <Groups report={found} range={query} />
          {found.variants.length > 0 && <Tables query={query} />}
          <Cart report={found} />
          <Section title={t('insight.revenue.reading')}>
            <List size="sm">
              <List.Item>{t('insight.revenue.not-additional')}</List.Item>
              {found.attributionDays.length > 0 && (
                <List.Item>
                  {t('insight.revenue.window', { days: list(found.attributionDays.map((days) => number(days))) })}
                </List.Item>
              )}
              <List.Item>{t('insight.revenue.may-fall', { day: date(found.mayFallSince) })}</List.Item>
              {found.keptAside.foreignLines > 0 && (
                <List.Item>{count('insight.foreign-lines', found.keptAside.foreignLines)}</List.Item>
              )}
            </List>
          </Section>
          <KeptAside report={found} />
          <Refused report={found} />
          <StateLine {...query} {...found} timeZone={found.timezone} />
        </Stack>
      )}
    </Loaded>
  );
}

/** How much a server reported, which counts for more than what any page may. */
function Verified({ report: { verified } }: { report: Report }) {
  const i18n = useI18n();
  const { count, percent } = i18n;
  const { value, cases } = verified;
  if (!value) return null;
  return (
    <Text>
      {count('insight.verified-share', cases, { share: percent(value.value), interval: formatInterval(i18n, value) })}
    </Text>
  );
}

const TABLES = {
  variant: 'insight.revenue.variants.csv',
  tab: 'insight.revenue.tabs.csv',
  rule: 'insight.revenue.rules.csv',
} as const;

/** What is not by day has a file of its own. */
function Tables({ query }: { query: OrderQuery }) {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  if (!can('insight.export')) return null;
  return (
    <Group>
      {Object.entries(TABLES).map(([by, text]) => (
        <Anchor
          key={by}
          href={`/api/admin/v1/companies/${handle}/insight/revenue.csv?${new URLSearchParams({ ...query, by })}`}
          download
        >
          {t(text)}
        </Anchor>
      ))}
    </Group>
  );
}

/** The value of carts is that of no order. */
function Cart({ report: { cart } }: { report: Report }) {
  const { t } = useI18n();
  return (
    <Section title={t('insight.cart')} text={t('insight.cart.text')}>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <CartTile {...cart} />
      </SimpleGrid>
    </Section>
  );
}

function Groups({ report, range }: { report: Report; range: Range }) {
  const { t } = useI18n();
  const groups = groupRevenue(report);
  if (groups.length === 0) {
    return (
      <NothingMeasured>
        <Notice title={t('insight.no-orders')} text={t('insight.no-orders.text')} />
      </NothingMeasured>
    );
  }
  return groups.map((group) => <OrderGroup key={group.key} group={group} report={report} range={range} />);
}

function OrderGroup(props: { group: ReturnType<typeof groupRevenue>[number]; report: Report; range: Range }) {
  const { t, count, money } = useI18n();
  const { group, report, range } = props;
  const { currency, kind, totalsIncludeTax, lines } = group;
  const title = t(kind === 'VERIFIED' ? 'insight.verified' : 'insight.reported', {
    currency,
    tax: t(totalsIncludeTax ? 'insight.with-tax' : 'insight.without-tax'),
  });
  const proved = lines.find(({ rule, proof }) => rule === 'DIRECT' && proof === 'CONFIRMED');
  const nothing = { gross: '0', refunded: '0', net: '0', orders: 0 };
  const { gross, refunded, net, orders } = proved ?? nothing;
  const cases = count('insight.direct-confirmed', orders);
  return (
    <Stack component="section" gap="md" aria-label={title}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text c="dimmed" maw="42rem">
        {t(kind === 'VERIFIED' ? 'insight.verified.text' : 'insight.reported.text')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <Tile label={t('insight.bought')} definition={t('insight.bought.definition')} value={money(gross, currency)}>
          {cases}
        </Tile>
        <Tile
          label={t('insight.refunded')}
          definition={t('insight.refunded.definition')}
          value={money(refunded, currency)}
        >
          {cases}
        </Tile>
        <Tile
          label={t('insight.attributed')}
          definition={t('insight.attributed.definition')}
          value={money(net, currency)}
        >
          {cases}
        </Tile>
      </SimpleGrid>
      <RevenueLines group={group} />
      <VariantRevenue group={group} />
      <PlaceRevenue group={group} by="tabs" />
      <PlaceRevenue group={group} by="rules" />
      <RevenueDays group={group} report={report} range={range} />
    </Stack>
  );
}

/** What was received and is in none of the figures. */
function KeptAside({ report: { keptAside } }: { report: Report }) {
  const { t, number } = useI18n();
  const { foreignLines: _counted, ...aside } = keptAside;
  if (Object.values(aside).every((count) => count === 0)) return null;
  return (
    <Section title={t('insight.kept-aside')} text={t('insight.kept-aside.text')}>
      <Facts
        facts={[
          { label: t('insight.waiting-refunds'), value: number(keptAside.waitingRefunds) },
          { label: t('insight.unknown-refunds'), value: number(keptAside.unknownRefundLines) },
          { label: t('insight.late-refunds'), value: number(keptAside.lateRefunds) },
          { label: t('insight.excess-refunds'), value: number(keptAside.excessRefundLines) },
          { label: t('insight.unknown-analyses'), value: number(keptAside.ordersWithUnknownAnalyses) },
          { label: t('insight.unread-analyses'), value: number(keptAside.ordersWithUnreadAnalyses) },
        ]}
      />
    </Section>
  );
}

const KINDS = {
  ORDER: 'insight.refused.order',
  REFUND: 'insight.refused.refund',
  VISIT: 'insight.refused.visit',
} as const;

const REASONS: Readonly<Record<string, TextKey>> = {
  INVALID_JSON: 'insight.refused.json',
  INVALID_REQUEST: 'insight.refused.invalid',
  REQUEST_TOO_LARGE: 'insight.refused.large',
  IDEMPOTENCY_CONFLICT: 'insight.refused.conflict',
  RATE_LIMITED: 'insight.refused.many',
};

/** What senders must change, and may not have noticed. */
function Refused({ report: { refused } }: { report: Report }) {
  const { t, count } = useI18n();
  if (refused.length === 0) return null;
  return (
    <Section title={t('insight.refused')} text={t('insight.refused.text')}>
      <Facts
        facts={refused.map(({ kind, reason, requests }) => ({
          label: t(KINDS[kind], { reason: REASONS[reason] ? t(REASONS[reason]) : reason }),
          value: count('insight.refused.requests', requests),
        }))}
      />
    </Section>
  );
}
