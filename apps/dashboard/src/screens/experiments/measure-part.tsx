import { Stack, Text } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { Twin } from '../../shared/figures/twin.js';
import { Rows } from '../../shared/rows.js';
import { createScale } from './interval-scale.js';
import {
  formatDifference,
  formatEffect,
  formatValue,
  getDefinition,
  isRate,
  MEASURES,
  type Measured,
  OUTCOMES,
} from './names.js';
import type { Experiment, Results } from './queries.js';

type Result = Results['measures'][number];
type Arm = Result['arms'][number];

/** One measure: a sentence for each arm, the table, and the intervals as a picture with the same as a table. */
export function MeasurePart(props: { measure: Result; experiment: Experiment }) {
  const { measure: result, experiment } = props;
  const { kind, currency, minimumEffect } = experiment;
  const i18n = useI18n();
  const { t, percent, locale } = i18n;
  const { measure, role, confidence, arms } = result;
  const name = t(role === 'PRIMARY' ? 'experiments.primary' : 'experiments.exploratory', {
    measure: t(MEASURES[measure]),
  });
  const compared = arms.filter(({ outcome }) => outcome !== null);
  return (
    <Stack gap="md">
      <Text fw={600}>{name}</Text>
      {compared.map(({ key, sentence, outcome }) => (
        <Text key={key}>
          {sentence ? (locale.startsWith('de') ? sentence.de : sentence.en) : outcome && t(OUTCOMES[outcome])}
        </Text>
      ))}
      <ResultTable name={name} result={result} currency={currency} />
      <Twin
        title={t('experiments.interval', { measure: t(MEASURES[measure]) })}
        definition={t('experiments.interval.definition', {
          definition: t(getDefinition(kind, measure)),
          confidence: percent(confidence),
        })}
        chart={<Intervals arms={compared} of={{ measure, currency }} effect={role === 'PRIMARY' ? minimumEffect : 0} />}
        table={
          <Rows
            caption={t('experiments.interval', { measure: t(MEASURES[measure]) })}
            items={compared}
            toKey={({ key }) => key}
            columns={[
              { title: t('experiments.arm.key'), cell: ({ key }) => key },
              ...(['low', 'value', 'high'] as const).map((of) => ({
                title: t(BOUNDS[of]),
                cell: ({ difference }: Arm) =>
                  difference ? formatDifference(i18n, { measure, currency }, difference[of]) : '–',
                isNumber: true,
              })),
            ]}
          />
        }
      />
    </Stack>
  );
}

const BOUNDS = {
  low: 'experiments.low',
  value: 'experiments.difference',
  high: 'experiments.high',
} as const;

function ResultTable(props: { name: string; result: Result; currency: string | null }) {
  const { name, result, currency } = props;
  const { measure, arms } = result;
  const measured = { measure, currency };
  const i18n = useI18n();
  const { t, number } = i18n;
  return (
    <Rows
      caption={name}
      items={arms}
      toKey={({ key }) => key}
      columns={[
        { title: t('experiments.arm.key'), cell: ({ key }) => key },
        {
          title: t('experiments.units'),
          cell: ({ units, openUnits }) =>
            openUnits === 0
              ? number(units)
              : t('experiments.units.open', { units: number(units), open: number(openUnits) }),
          isNumber: true,
        },
        {
          title: t('experiments.value'),
          cell: ({ value }) => (value === null ? t('experiments.not-measured') : formatValue(i18n, measured, value)),
          isNumber: true,
        },
        {
          title: t(isRate(measure) ? 'experiments.difference.points' : 'experiments.difference'),
          cell: ({ difference }) => (difference ? formatDifference(i18n, measured, difference.value) : '–'),
          isNumber: true,
        },
        {
          title: t('experiments.interval.name'),
          cell: ({ difference }) =>
            difference
              ? t('experiments.interval.from-to', {
                  low: formatDifference(i18n, measured, difference.low),
                  high: formatDifference(i18n, measured, difference.high),
                })
              : '–',
          isNumber: true,
        },
        { title: t('experiments.outcome'), cell: ({ outcome }) => (outcome === null ? '–' : t(OUTCOMES[outcome])) },
      ]}
    />
  );
}

/** A line for each interval, a dot at its value; 0 is a line, and what is too small to matter is a band. */
function Intervals({ arms, of, effect }: { arms: readonly Arm[]; of: Measured; effect: number }) {
  const i18n = useI18n();
  const { t } = i18n;
  const found = arms.flatMap(({ difference }) => (difference ? [difference] : []));
  if (found.length === 0) return <Text c="dimmed">{t('experiments.no-interval')}</Text>;
  const scale = createScale(found, effect);
  return (
    <ul className="bars chart">
      {arms.map(
        ({ key, difference }) =>
          difference && (
            <li key={key}>
              <Text size="sm">
                {t('experiments.interval.of', {
                  key,
                  low: formatDifference(i18n, of, difference.low),
                  high: formatDifference(i18n, of, difference.high),
                })}
              </Text>
              <div className="interval">
                {effect > 0 && (
                  <div
                    className="interval-band"
                    style={{ insetInlineStart: `${scale(-effect)}%`, inlineSize: `${scale(effect) - scale(-effect)}%` }}
                  />
                )}
                <div className="interval-zero" />
                <div
                  className="interval-line"
                  style={{
                    insetInlineStart: `${scale(difference.low)}%`,
                    inlineSize: `${scale(difference.high) - scale(difference.low)}%`,
                  }}
                />
                <div className="interval-dot" style={{ insetInlineStart: `${scale(difference.value)}%` }} />
              </div>
            </li>
          ),
      )}
      {effect > 0 && (
        <li>
          <Text size="xs" c="dimmed">
            {t('experiments.band', { effect: formatEffect(i18n, of, effect) })}
          </Text>
        </li>
      )}
    </ul>
  );
}
