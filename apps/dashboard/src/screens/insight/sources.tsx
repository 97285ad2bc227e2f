import { Stack, Text } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useVersionNumbers } from '../../api/funnels.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { Twin } from '../../shared/figures/twin.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { formatInterval } from './format.js';
import { InsightScreen } from './insight-screen.js';
import { toLanguageName } from './language-name.js';
import { NoFunnel, NoVisits } from './no-visits.js';
import { useSourcesReport, type VisitQuery } from './queries.js';
import { StateLine } from './state-line.js';

type Row = Schemas['InsightSources']['sources'][number];

const DEVICES: Record<string, TextKey> = {
  PHONE: 'insight.device.phone',
  TABLET: 'insight.device.tablet',
  DESKTOP: 'insight.device.desktop',
};

const PARTS = [
  { part: 'sources', title: 'insight.by-source', name: 'insight.source' },
  { part: 'locales', title: 'insight.by-language', name: 'insight.language' },
  { part: 'devices', title: 'insight.by-device', name: 'insight.device' },
  { part: 'versions', title: 'insight.by-version', name: 'insight.version' },
] as const satisfies { part: string; title: TextKey; name: TextKey }[];

/** Where visits come from. docs/dashboard.md Y51. */
export function Sources() {
  const { t } = useI18n();
  return (
    <InsightScreen
      title={t('insight.sources.title')}
      text={t('insight.sources.text')}
      report="sources"
      fields={['funnel', 'version', 'locale', 'source']}
      toQuery={({ visits }) => visits}
    >
      {({ handle, visits }) => (visits ? <Report handle={handle} query={visits} /> : <NoFunnel />)}
    </InsightScreen>
  );
}

function Report({ handle, query }: { handle: string; query: VisitQuery }) {
  const { t, locale } = useI18n();
  const report = useSourcesReport(handle, query);
  const numbers = useVersionNumbers(handle, query.funnel);
  const toName = (part: (typeof PARTS)[number]['part'], value: string | null): string => {
    if (value === null) return t('insight.source.none');
    if (part === 'locales') return toLanguageName(value, locale);
    const device = part === 'devices' ? DEVICES[value] : undefined;
    if (device) return t(device);
    const number = part === 'versions' ? numbers.data?.get(value) : undefined;
    return number === undefined ? value : t('insight.version.number', { number });
  };
  return (
    <Loaded query={report}>
      {(found) =>
        found.versions.length === 0 ? (
          <NoVisits />
        ) : (
          <Stack gap="xl" aria-busy={report.isPlaceholderData}>
            {PARTS.map(({ part, title, name }) => {
              const rows = found[part].map((row) => ({ ...row, name: toName(part, row.value) }));
              return (
                <Twin
                  key={part}
                  title={t(title)}
                  definition={t('insight.sources.definition')}
                  chart={<Bars rows={rows} />}
                  table={<Table title={t(title)} name={t(name)} rows={rows} />}
                />
              );
            })}
            <StateLine {...found} />
          </Stack>
        )
      }
    </Loaded>
  );
}

type Named = Row & { name: string };

/** Visits, and in front of them those that finished. */
function Bars({ rows }: { rows: readonly Named[] }) {
  const i18n = useI18n();
  const { t, number, percent } = i18n;
  const max = Math.max(...rows.map(({ visits }) => visits ?? 0), 1);
  return (
    <div className="chart">
      <Text size="sm" className="chart-legend" mb="xs">
        <span className="bar-sample bar-whole" />
        {t('insight.visits')}
        <span className="bar-sample bar-part" />
        {t('insight.finishes')}
      </Text>
      <ul className="bars">
        {rows.map(({ name, value, isFew, visits, starts, finishes, completionRate: rate }) => (
          <li key={value}>
            <Text fw={600} className="wrap-anywhere">
              {name}
            </Text>
            {!isFew && (
              <div className="bar bar-whole" style={{ inlineSize: `${(100 * (visits ?? 0)) / max}%` }}>
                <div
                  className="bar-part"
                  style={{ inlineSize: `${(100 * (finishes ?? 0)) / Math.max(visits ?? 0, 1)}%` }}
                />
              </div>
            )}
            <Text size="sm">
              {isFew
                ? t('insight.few')
                : t('insight.source.counts', { visits: number(visits ?? 0), finishes: number(finishes ?? 0) })}
              {rate &&
                ` · ${t('insight.source.rate', { share: percent(rate.value), interval: formatInterval(i18n, rate), starts: number(starts ?? 0) })}`}
            </Text>
          </li>
        ))}
      </ul>
    </div>
  );
}

const COUNTS = { visits: 'insight.visits', starts: 'insight.starts', finishes: 'insight.finishes' } as const;

function Table({ title, name, rows }: { title: string; name: string; rows: readonly Named[] }) {
  const i18n = useI18n();
  const { t, number, percent } = i18n;
  const count = (of: keyof typeof COUNTS) => ({
    title: t(COUNTS[of]),
    cell: (row: Named) => (row.isFew ? '< 5' : number(row[of] ?? 0)),
    isNumber: true,
  });
  return (
    <Rows
      caption={title}
      items={rows}
      toKey={({ value }) => value ?? ''}
      columns={[
        { title: name, cell: (row) => <span className="wrap-anywhere">{row.name}</span> },
        count('visits'),
        count('starts'),
        count('finishes'),
        {
          title: t('insight.completion-rate'),
          cell: ({ completionRate: rate }) => (rate ? `${percent(rate.value)} (${formatInterval(i18n, rate)})` : '–'),
          isNumber: true,
        },
      ]}
    />
  );
}
