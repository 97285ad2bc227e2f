import { Group, Text } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';

/** One column each, on one scale. */
export interface ChartDay {
  day: string;
  values: readonly number[];
}

/** Widths of the columns of a day, from back to front: they can be distinguished without their colors. */
const WIDTHS = [0.9, 0.6, 0.3];

/**
 * Columns by day, which stand in front of each other: each counts a part of what the one behind it counts. With `isStacked` they stand
 * on each other.
 * @param incompleteFrom - the first day whose figures are not complete; hatched from there on.
 * @param mayFallFrom - the first day whose figures refunds may still reduce; a dotted line is above it and all later ones.
 */
export function DayChart(props: {
  days: readonly ChartDay[];
  series: readonly string[];
  format: (value: number) => string;
  isStacked?: boolean;
  incompleteFrom?: string | undefined;
  /** Default: these days are not complete yet. */
  incompleteLabel?: string;
  mayFallFrom?: string | undefined;
}) {
  const { t, date } = useI18n();
  const { days, series, format, isStacked = false, incompleteFrom, incompleteLabel, mayFallFrom } = props;
  const toTop = (values: readonly number[]) =>
    isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  const max = Math.max(...days.map(({ values }) => toTop(values)), 0);
  const findFirst = (from: string | undefined) => (from === undefined ? -1 : days.findIndex(({ day }) => day >= from));
  const firstOpen = findFirst(incompleteFrom);
  const firstFalling = findFirst(mayFallFrom);
  const toStart = (at: number) => ({ insetInlineStart: `${(100 * at) / days.length}%` });
  return (
    <div className={isStacked ? 'chart chart-stacked' : 'chart'}>
      <Group gap="md" mb={4}>
        {series.map((label, at) => (
          <Text key={label} size="sm" className="chart-legend">
            <svg viewBox="0 0 10 10" width="12" height="12" className="chart-area" aria-hidden="true">
              <rect width="10" height="10" className={`chart-${at}`} />
            </svg>
            {label}
          </Text>
        ))}
        {firstOpen >= 0 && (
          <Text size="sm" className="chart-legend">
            <span className="chart-hatch-sample" />
            {incompleteLabel ?? t('insight.incomplete')}
          </Text>
        )}
        {firstFalling >= 0 && (
          <Text size="sm" className="chart-legend">
            <span className="chart-fall-sample" />
            {t('insight.may-fall')}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        {format(max)}
      </Text>
      <div className="chart-plot">
        <svg viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none" className="chart-area" aria-hidden="true">
          {max > 0 &&
            days.map(({ day, values }, at) =>
              toColumns(values, { max, at, isStacked }).map((column) => (
                <rect key={`${day} ${column.className}`} {...column} />
              )),
            )}
          {days.map(({ day, values }, at) => (
            <rect key={day} x={at} y={0} width={1} height={100} fill="transparent">
              <title>{`${date(day)}: ${series.map((label, of) => `${label} ${format(values[of] ?? 0)}`).join(', ')}`}</title>
            </rect>
          ))}
        </svg>
        {firstOpen >= 0 && <div className="chart-hatch" style={toStart(firstOpen)} />}
        {firstFalling >= 0 && <div className="chart-fall" style={toStart(firstFalling)} />}
      </div>
      <Group justify="space-between" gap="xs">
        {[days[0], days.at(-1)].map((each, at) => (
          <Text key={at === 0 ? 'first' : 'last'} size="xs" c="dimmed">
            {each && date(each.day)}
          </Text>
        ))}
      </Group>
    </div>
  );
}

function toColumns(values: readonly number[], options: { max: number; at: number; isStacked: boolean }) {
  const { max, at, isStacked } = options;
  let below = 0;
  return values.map((value, of) => {
    const height = (100 * value) / max;
    const width = isStacked ? 0.8 : (WIDTHS[of] ?? 0.2);
    const column = { x: at + (1 - width) / 2, y: 100 - below - height, width, height, className: `chart-${of}` };
    if (isStacked) below += height;
    return column;
  });
}
