import { Alert, Group, Stack, Text } from '@mantine/core';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { Info } from '../../shared/figures/info.js';
import { Rows } from '../../shared/rows.js';
import type { Results } from './queries.js';

type Guard = Results['guards'][number];

const NAMES = {
  REFUNDS: ['experiments.guard.refunds', 'experiments.guard.refunds.definition'],
  OPT_OUT: ['experiments.guard.opt-out', 'experiments.guard.opt-out.definition'],
} as const satisfies Record<Guard['guard'], readonly [TextKey, TextKey]>;

/** What an arm must not make worse. docs/insight.md N13.12. */
export function Guards({ results: { guards } }: { results: Results }) {
  const { t } = useI18n();
  const counted = guards.filter(({ arms }) => arms.some(({ units }) => units > 0));
  if (counted.length === 0) return null;
  return (
    <Stack gap="sm">
      <Text fw={600}>{t('experiments.guards')}</Text>
      <Text c="dimmed" maw="42rem">
        {t('experiments.guards.text')}
      </Text>
      {counted.map((guard) => (
        <GuardTable key={guard.guard} guard={guard} />
      ))}
    </Stack>
  );
}

function GuardTable({ guard: { guard, arms } }: { guard: Guard }) {
  const i18n = useI18n();
  const { t, number, percent } = i18n;
  const [name, definition] = NAMES[guard];
  const worse = arms.filter(({ isWorse }) => isWorse);
  return (
    <Stack gap={4}>
      <Group gap={4}>
        <Text>{t(name)}</Text>
        <Info name={t(name)} definition={t(definition)} />
      </Group>
      {worse.map(({ key }) => (
        <Alert key={key} color="red" role="alert" title={t('experiments.guard.worse', { arm: key, guard: t(name) })} />
      ))}
      <Rows
        caption={t(name)}
        items={arms}
        toKey={({ key }) => key}
        columns={[
          { title: t('experiments.arm.key'), cell: ({ key }) => key },
          {
            title: t('experiments.guard.cases'),
            cell: ({ cases, units }) => t('experiments.guard.of', { cases: number(cases), units: number(units) }),
            isNumber: true,
          },
          {
            title: t('experiments.guard.share'),
            cell: ({ share }) => (share === null ? '–' : percent(share)),
            isNumber: true,
          },
          {
            title: t('experiments.difference'),
            cell: ({ difference }) => (difference ? toPoints(i18n, difference) : '–'),
            isNumber: true,
          },
        ]}
      />
    </Stack>
  );
}

/** The two equal halves: a check of the system itself. docs/insight.md N13.13. */
export function SplitCheck({ results: { splitCheck } }: { results: Results }) {
  const { t, time, number } = useI18n();
  if (!splitCheck) return null;
  const { checkedAt, units, difference, isAlarm } = splitCheck;
  const outcome = isAlarm ? 'experiments.split.alarm' : difference ? 'experiments.split.good' : 'experiments.split.few';
  return (
    <Stack gap="sm">
      <Group gap={4}>
        <Text fw={600}>{t('experiments.split')}</Text>
        <Info name={t('experiments.split')} definition={t('experiments.split.definition')} />
      </Group>
      {isAlarm ? <Alert color="red" role="alert" title={t(outcome)} /> : <Text>{t(outcome)}</Text>}
      <Text size="sm" c="dimmed">
        {t('experiments.split.of', { units: number(units), at: time(checkedAt) })}
      </Text>
    </Stack>
  );
}

/** In percentage points. */
function toPoints({ t, locale }: ReturnType<typeof useI18n>, { low, high }: { low: number; high: number }): string {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return t('experiments.guard.points', { low: format.format(100 * low), high: format.format(100 * high) });
}
