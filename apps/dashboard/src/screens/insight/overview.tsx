import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { Tile } from '../../shared/figures/tile.js';
import { Twin } from '../../shared/figures/twin.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { compareCounts, compareRates } from './compare-counts.js';
import { DayChart } from './day-chart.js';
import { formatChange, formatInterval, formatPoints, toDayIn } from './format.js';
import { InsightScreen } from './insight-screen.js';
import { NoFunnel, NoVisits } from './no-visits.js';
import { useOverviewReport, type VisitQuery } from './queries.js';
import { RefusedVisits } from './refused-visits.js';
import { RevenueTile } from './revenue/revenue-tile.js';
import { listDays, type Range } from './scope/filter.js';
import { ShopVisits } from './shop-visits.js';
import { StateLine } from './state-line.js';

type Report = Schemas['InsightOverview'];

/** How many visit a funnel, begin and finish, what follows from it, and what has changed. docs/dashboard.md Y48. */
export function Overview() {
  const { t } = useI18n();
  return (
    <InsightScreen
      title={t('insight.overview.title')}
      text={t('insight.overview.text')}
      report="overview"
      fields={['funnel', 'version', 'locale', 'source']}
      toQuery={({ visits }) => visits}
    >
      {({ handle, visits }) => (visits ? <Figures handle={handle} query={visits} /> : <NoFunnel />)}
    </InsightScreen>
  );
}

function Figures({ handle, query }: { handle: string; query: VisitQuery }) {
  const { t } = useI18n();
  const report = useOverviewReport(handle, query);
  return (
    <Loaded query={report}>
      {(found) => (
        <Stack gap="lg" aria-busy={report.isPlaceholderData}>
          <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }}>
            <CountTiles report={found} />
            <RateTile
              label={t('insight.completion-rate')}
              definition={t('insight.completion-rate.definition')}
              rate={found.figures.completionRate}
              casesOf="insight.rate-of"
            />
            <RateTile
              label={t('insight.opt-in')}
              definition={t('insight.opt-in.definition')}
              rate={found.figures.optIn}
              casesOf="insight.rate-of-asked"
            />
            <RevenueTile handle={handle} report={found} query={query} />
          </SimpleGrid>
          {found.days.length === 0 ? <NoVisits /> : <Days report={found} />}
          <ShopVisits report={found} />
          <RefusedVisits report={found} />
          <StateLine {...found} />
          <Text size="sm" c="dimmed">
            {t('insight.no-rates-of-api')}
          </Text>
        </Stack>
      )}
    </Loaded>
  );
}

const COUNTS = ['visits', 'starts', 'finishes'] as const;
const TILES = ['visits', 'starts', 'completions'] as const;
const NAMES = {
  visits: 'insight.visits',
  starts: 'insight.starts',
  finishes: 'insight.finishes',
  completions: 'insight.completions',
} as const satisfies Record<(typeof COUNTS | typeof TILES)[number], TextKey>;
const DEFINITIONS = {
  visits: 'insight.visits.definition',
  starts: 'insight.starts.definition',
  completions: 'insight.completions.definition',
} as const satisfies Record<(typeof TILES)[number], TextKey>;

/** Every day of the range; those without visits are zero. */
function toDays(report: Report, range: Range) {
  const found = new Map(report.days.map((day) => [day.day, day]));
  return listDays(range).map((day) => found.get(day) ?? { day, visits: 0, starts: 0, finishes: 0, completions: 0 });
}

function CountTiles({ report }: { report: Report }) {
  const i18n = useI18n();
  const { t, number } = i18n;
  const days = toDays(report, report);
  const { retakes } = report.figures;
  return TILES.map((name) => {
    const { value, previous } = report.figures[name];
    const change = compareCounts(
      previous,
      days.map((day) => day[name]),
    );
    return (
      <Tile key={name} label={t(NAMES[name])} definition={t(DEFINITIONS[name])} value={number(value)}>
        <div>{change ? formatChange(i18n, change) : t('insight.change.few')}</div>
        <div>{t('insight.before', { value: number(previous) })}</div>
        {name === 'completions' && (
          <div>
            {retakes.value === null
              ? t('insight.retakes.unknown')
              : t('insight.retakes.count', { retakes: number(retakes.value) })}
          </div>
        )}
      </Tile>
    );
  });
}

type RateFigure = Report['figures']['completionRate'];

/** A share with its interval, and of how many it is one. */
function RateTile(props: {
  label: string;
  definition: string;
  rate: RateFigure;
  casesOf: 'insight.rate-of' | 'insight.rate-of-asked';
}) {
  const i18n = useI18n();
  const { t, count, percent } = i18n;
  const { label, definition, rate, casesOf } = props;
  return (
    <Tile
      label={label}
      definition={definition}
      value={rate.value ? percent(rate.value.value) : t('insight.not-measured')}
    >
      {rate.value && <div>{count(casesOf, rate.cases, { interval: formatInterval(i18n, rate.value) })}</div>}
      <div>
        {!rate.value || !rate.previous
          ? t('insight.change.few')
          : rate.change === 'UNCLEAR'
            ? t('insight.change.unclear')
            : formatPoints(i18n, compareRates(rate.value, rate.previous))}
      </div>
      <div>
        {t('insight.before', {
          value: rate.previous ? percent(rate.previous.value) : t('insight.not-measured'),
        })}
      </div>
    </Tile>
  );
}

function Days({ report }: { report: Report }) {
  const { t, number, date } = useI18n();
  const days = toDays(report, report);
  const { completeUntil, timeZone } = report;
  const firstOpen = completeUntil === null ? report.from : toDayIn(completeUntil, timeZone);
  return (
    <Twin
      title={t('insight.by-day')}
      definition={t('insight.by-day.definition')}
      chart={
        <DayChart
          days={days.map(({ day, ...counts }) => ({ day, values: COUNTS.map((name) => counts[name]) }))}
          series={COUNTS.map((name) => t(NAMES[name]))}
          format={number}
          incompleteFrom={firstOpen}
        />
      }
      table={
        <Rows
          caption={t('insight.by-day')}
          items={days}
          toKey={({ day }) => day}
          columns={[
            {
              title: t('insight.day'),
              cell: ({ day }) => (day >= firstOpen ? t('insight.day.incomplete', { day: date(day) }) : date(day)),
            },
            ...COUNTS.map((name) => ({
              title: t(NAMES[name]),
              cell: (day: (typeof days)[number]) => number(day[name]),
              isNumber: true,
            })),
          ]}
        />
      }
    />
  );
}
