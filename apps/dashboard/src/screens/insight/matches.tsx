import { Anchor, List, SimpleGrid, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { Tile } from '../../shared/figures/tile.js';
import { Twin } from '../../shared/figures/twin.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';
import { NoAnalyses } from './answers.js';
import { CartTile } from './cart-tile.js';
import { DayChart } from './day-chart.js';
import { formatInterval } from './format.js';
import { InsightScreen } from './insight-screen.js';
import { NoFunnel } from './no-visits.js';
import { useMatchesReport, type VisitQuery } from './queries.js';
import { listDays } from './scope/filter.js';
import { StateLine } from './state-line.js';
import { toVariantName } from './variant-name.js';

type Report = Schemas['InsightMatches'];
type Variant = Report['variants'][number];

/** What shoppers do with what they are recommended. docs/dashboard.md Y54. */
export function Matches() {
  const { t } = useI18n();
  return (
    <InsightScreen
      title={t('insight.matches.title')}
      text={t('insight.matches.text')}
      report="matches"
      fields={['funnel', 'version', 'locale', 'source']}
      toQuery={({ visits }) => visits}
    >
      {({ handle, visits }) => (visits ? <Figures handle={handle} query={visits} /> : <NoFunnel />)}
    </InsightScreen>
  );
}

function Figures({ handle, query }: { handle: string; query: VisitQuery }) {
  const { t, count } = useI18n();
  const report = useMatchesReport(handle, query);
  return (
    <Loaded query={report}>
      {(found) =>
        found.analyses === 0 && found.variants.length === 0 ? (
          <NoAnalyses />
        ) : (
          <Stack gap="xl" aria-busy={report.isPlaceholderData}>
            <Tiles report={found} />
            {found.variants.length > 0 && (
              <Twin
                title={t('insight.by-variant')}
                definition={t('insight.matches.definition')}
                chart={<Bars variants={found.variants} />}
                table={<Table variants={found.variants} />}
              />
            )}
            {found.days.length > 0 && <Days report={found} />}
            {found.foreignVariants > 0 && <Text>{count('insight.foreign-variants', found.foreignVariants)}</Text>}
            <NeverMatched report={found} />
            <StateLine {...found} />
          </Stack>
        )
      }
    </Loaded>
  );
}

const COUNTS = {
  shown: ['insight.matches.shown', 'insight.matches.shown.definition'],
  clicked: ['insight.clicked', 'insight.clicked.definition'],
  addedToCart: ['insight.added', 'insight.added.definition'],
  bought: ['insight.matches.bought', 'insight.matches.bought.definition'],
} as const satisfies Record<string, readonly [TextKey, TextKey]>;
const NAMES = ['shown', 'clicked', 'addedToCart', 'bought'] as const;

function Tiles({ report: { figures, analyses, attributionDays } }: { report: Report }) {
  const i18n = useI18n();
  const { t, count, number, percent } = i18n;
  const rate = figures.clickRate.value;
  const bought = figures.boughtRate;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
      {NAMES.map((name) => {
        const [label, definition] = COUNTS[name];
        return (
          <Tile key={name} label={t(label)} definition={t(definition)} value={number(figures[name].value)}>
            {count('insight.of-analyses', analyses)}
          </Tile>
        );
      })}
      <Tile
        label={t('insight.click-rate')}
        definition={t('insight.click-rate.definition')}
        value={rate ? percent(rate.value) : t('insight.not-measured')}
      >
        {rate && count('insight.click-rate.of', figures.shown.value, { interval: formatInterval(i18n, rate) })}
      </Tile>
      <Tile
        label={t('insight.bought-rate')}
        definition={t('insight.bought-rate.definition', { days: number(attributionDays) })}
        value={bought.value ? percent(bought.value.value) : t('insight.not-measured')}
      >
        {bought.value
          ? count('insight.click-rate.of', bought.cases, { interval: formatInterval(i18n, bought.value) })
          : t('insight.bought-rate.none', { days: number(attributionDays) })}
      </Tile>
      <CartTile {...figures.cartValue} />
    </SimpleGrid>
  );
}

const DAY_NAMES = ['shown', 'clicked', 'bought'] as const;

/** By the day of the analysis. Analyses that may still be credited with orders are hatched. docs/dashboard.md Y54.4. */
function Days({ report }: { report: Report }) {
  const { t, number, date } = useI18n();
  const { openSince, attributionDays } = report;
  const found = new Map(report.days.map((day) => [day.day, day]));
  const days = listDays(report).map((day) => found.get(day) ?? { ...NOTHING, day });
  const open = t('insight.window-open');
  return (
    <Twin
      title={t('insight.matches.by-day')}
      definition={t('insight.matches.by-day.definition', { days: number(attributionDays) })}
      chart={
        <DayChart
          days={days.map((day) => ({ day: day.day, values: DAY_NAMES.map((name) => day[name]) }))}
          series={DAY_NAMES.map((name) => t(COUNTS[name][0]))}
          format={number}
          incompleteFrom={openSince}
          incompleteLabel={open}
        />
      }
      table={
        <Rows
          caption={t('insight.matches.by-day')}
          items={days}
          toKey={({ day }) => day}
          columns={[
            {
              title: t('insight.day'),
              cell: ({ day }) => (day >= openSince ? t('insight.day.window-open', { day: date(day) }) : date(day)),
            },
            { title: t('insight.completions'), cell: ({ analyses }) => number(analyses), isNumber: true },
            ...NAMES.map((name) => ({
              title: t(COUNTS[name][0]),
              cell: (day: (typeof days)[number]) => number(day[name]),
              isNumber: true,
            })),
          ]}
        />
      }
    />
  );
}

const NOTHING = { analyses: 0, shown: 0, clicked: 0, addedToCart: 0, bought: 0 };

/** Most shown variants only; the table has all. */
const MAX_BARS = 20;

function Bars({ variants }: { variants: readonly Variant[] }) {
  const i18n = useI18n();
  const { t, number, percent } = i18n;
  const max = Math.max(...variants.map(({ shown }) => shown ?? 0), 1);
  return (
    <div className="chart">
      <Text size="sm" className="chart-legend" mb="xs">
        <span className="bar-sample bar-whole" />
        {t('insight.matches.shown')}
        <span className="bar-sample bar-part" />
        {t('insight.clicked')}
      </Text>
      <ul className="bars">
        {variants.slice(0, MAX_BARS).map((variant) => {
          const { variantId, isFew, shown, clicked, clickRate: rate } = variant;
          return (
            <li key={variantId}>
              <Text fw={600} className="wrap-anywhere">
                {toVariantName(variant)}
              </Text>
              {!isFew && (
                <div className="bar bar-whole" style={{ inlineSize: `${(100 * (shown ?? 0)) / max}%` }}>
                  <div
                    className="bar-part"
                    style={{ inlineSize: `${Math.min(100, (100 * (clicked ?? 0)) / Math.max(shown ?? 0, 1))}%` }}
                  />
                </div>
              )}
              <Text size="sm">
                {isFew
                  ? t('insight.few-shoppers')
                  : t('insight.variant.counts', { shown: number(shown ?? 0), clicked: number(clicked ?? 0) })}
                {rate &&
                  ` · ${t('insight.variant.rate', { share: percent(rate.value), interval: formatInterval(i18n, rate) })}`}
              </Text>
            </li>
          );
        })}
      </ul>
      {variants.length > MAX_BARS && (
        <Text size="sm" c="dimmed" mt="sm">
          {t('insight.variant.more', { count: variants.length - MAX_BARS })}
        </Text>
      )}
    </div>
  );
}

function Table({ variants }: { variants: readonly Variant[] }) {
  const i18n = useI18n();
  const { t, number, percent } = i18n;
  const count = (name: (typeof NAMES)[number]) => ({
    title: t(COUNTS[name][0]),
    cell: (variant: Variant) => (variant.isFew ? '< 5' : number(variant[name] ?? 0)),
    isNumber: true,
  });
  return (
    <Rows
      caption={t('insight.by-variant')}
      items={variants}
      toKey={({ variantId }) => variantId}
      columns={[
        {
          title: t('insight.variant'),
          cell: (variant) => <span className="wrap-anywhere">{toVariantName(variant)}</span>,
        },
        count('shown'),
        count('clicked'),
        {
          title: t('insight.click-rate'),
          cell: ({ clickRate: rate }) => (rate ? `${percent(rate.value)} (${formatInterval(i18n, rate)})` : '–'),
          isNumber: true,
        },
        count('addedToCart'),
        count('bought'),
      ]}
    />
  );
}

/** Variants that no shopper was shown in these days. */
function NeverMatched({ report: { neverMatched } }: { report: Report }) {
  const { t, count } = useI18n();
  const { handle } = useCompany();
  if (neverMatched.count === 0) return null;
  return (
    <Section
      title={count('insight.never', neverMatched.count)}
      text={t(neverMatched.isComplete ? 'insight.never.text' : 'insight.never.part')}
    >
      <details>
        <summary>{t('insight.never.show')}</summary>
        <List size="sm" mt="sm">
          {neverMatched.variants.map((variant) => (
            <List.Item key={variant.variantId} className="wrap-anywhere">
              <Anchor
                inherit
                component={Link}
                to={`/c/${handle}/products`}
                search={{ query: variant.variantId } as never}
              >
                {toVariantName(variant)}
              </Anchor>
            </List.Item>
          ))}
        </List>
      </details>
    </Section>
  );
}
