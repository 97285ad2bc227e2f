import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Facts } from '../../shared/facts.js';
import { Info } from '../../shared/figures/info.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';
import { Guards, SplitCheck } from './guards.js';
import { MeasurePart } from './measure-part.js';
import { formatDifference, formatValue, MEASURES } from './names.js';
import { type Experiment, type Results, useResults } from './queries.js';

/** What a test that has begun shows: table first, then the picture, the check of the shares, and the sums of days. */
export function ResultsPart({ experiment }: { experiment: Experiment }) {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const results = useResults(handle, experiment.id);
  return (
    <Section title={t('experiments.results')}>
      <Loaded query={results}>
        {(found) => (
          <Stack gap="xl">
            <Alarm isAlarm={found.ratio.isAlarm}>
              {found.measures.length === 0 && (
                <Text>
                  {t(experiment.kind === 'HOLDOUT' ? 'experiments.results.dry.holdout' : 'experiments.results.dry')}
                </Text>
              )}
              {found.additionalRevenue && (
                <Additional revenue={found.additionalRevenue} currency={experiment.currency} />
              )}
              {found.measures.map((measure) => (
                <MeasurePart key={measure.measure} measure={measure} experiment={experiment} />
              ))}
            </Alarm>
            <Shares results={found} />
            <Guards results={found} />
            <SplitCheck results={found} />
            <Days results={found} currency={experiment.currency} />
            <StateOf results={found} />
            {can('insight.export') && (
              <Group>
                <Button
                  component="a"
                  href={`/api/admin/v1/companies/${handle}/experiments/${experiment.id}/results.csv`}
                  download
                  variant="default"
                >
                  {t('experiments.csv')}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

/** What the components bring in a month, which only a holdout can say. docs/insight.md N14.6. */
function Additional(props: { revenue: NonNullable<Results['additionalRevenue']>; currency: string | null }) {
  const { revenue, currency } = props;
  const i18n = useI18n();
  const { t, number } = i18n;
  const money = (value: number) => formatDifference(i18n, { measure: 'REVENUE_PER_UNIT', currency }, value);
  const { perMonth, low, high, visitorsPerMonth } = revenue;
  return (
    <Stack gap="sm">
      <Group gap={4}>
        <Text fw={600}>{t('experiments.additional')}</Text>
        <Info name={t('experiments.additional')} definition={t('experiments.additional.definition')} />
      </Group>
      <Facts
        facts={[
          { label: t('experiments.additional.month'), value: money(perMonth) },
          {
            label: t('experiments.interval.name'),
            value: t('experiments.interval.from-to', { low: money(low), high: money(high) }),
          },
          { label: t('experiments.additional.visitors'), value: number(Math.round(visitorsPerMonth)) },
        ]}
      />
    </Stack>
  );
}

/** With an alarm of the shares there is no result; the figures are folded. docs/insight.md N9.5. */
function Alarm({ isAlarm, children }: { isAlarm: boolean; children: ReactNode }) {
  const { t } = useI18n();
  if (!isAlarm) return <Stack gap="xl">{children}</Stack>;
  return (
    <Stack>
      <Alert color="red" role="alert" title={t('experiments.alarm')}>
        <Text size="sm">{t('experiments.alarm.text')}</Text>
        <List size="sm">
          <List.Item>{t('experiments.alarm.redirect')}</List.Item>
          <List.Item>{t('experiments.alarm.bots')}</List.Item>
          <List.Item>{t('experiments.alarm.blocked')}</List.Item>
        </List>
      </Alert>
      <details>
        <summary>{t('experiments.alarm.show')}</summary>
        <Stack gap="xl" mt="md">
          {children}
        </Stack>
      </details>
    </Stack>
  );
}

/** Whether the arms have the shares that they should have. */
function Shares({ results: { arms, ratio } }: { results: Results }) {
  const { t, number, locale } = useI18n();
  const format = (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 3 }).format(value);
  const pValue = ratio.pValue < 0.001 ? `< ${format(0.001)}` : `= ${format(ratio.pValue)}`;
  return (
    <Stack gap="sm">
      <Group gap={4}>
        <Text fw={600}>{t('experiments.ratio')}</Text>
        <Info name={t('experiments.ratio')} definition={t('experiments.ratio.definition')} />
      </Group>
      <Text>{t(ratio.isAlarm ? 'experiments.ratio.bad' : 'experiments.ratio.good', { value: pValue })}</Text>
      <Facts
        facts={arms.map(({ key, name, units, timeToFirstStepMs }) => ({
          label: [key, name].filter(Boolean).join(': '),
          value: [
            t('experiments.units.of', { units: number(units) }),
            ...(timeToFirstStepMs === null
              ? []
              : [t('experiments.first-step', { ms: number(Math.round(timeToFirstStepMs)) })]),
          ].join(', '),
        }))}
      />
    </Stack>
  );
}

function Days({ results: { days }, currency }: { results: Results; currency: string | null }) {
  const i18n = useI18n();
  const { t, date, number } = i18n;
  if (days.length === 0) return null;
  return (
    <details>
      <summary>{t('experiments.days')}</summary>
      <Rows
        caption={t('experiments.days')}
        items={days}
        toKey={({ day, arm, measure }) => `${day} ${arm} ${measure}`}
        columns={[
          { title: t('experiments.day'), cell: ({ day }) => date(day) },
          { title: t('experiments.arm.key'), cell: ({ arm }) => arm },
          { title: t('experiments.measure.name'), cell: ({ measure }) => t(MEASURES[measure]) },
          { title: t('experiments.units'), cell: ({ units }) => number(units), isNumber: true },
          {
            title: t('experiments.value'),
            cell: ({ measure, sum, units }) =>
              units === 0 ? '–' : formatValue(i18n, { measure, currency }, sum / units),
            isNumber: true,
          },
        ]}
      />
    </details>
  );
}

function StateOf({ results: { asOf, completeUntil, timeZone, fullDays } }: { results: Results }) {
  const { t, time, count } = useI18n();
  return (
    <Text size="sm" c="dimmed">
      {count('experiments.full-days', fullDays, { zone: timeZone })} {t('experiments.as-of', { asOf: time(asOf) })}{' '}
      {completeUntil !== null && t('experiments.complete', { until: time(completeUntil) })}
    </Text>
  );
}
