import { Text } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';

/** Of which days the figures are, and until when they are complete. */
export function StateLine(props: {
  from: string;
  to: string;
  timeZone: string;
  asOf: string;
  completeUntil: string | null;
}) {
  const { t, date, time } = useI18n();
  const { from, to, timeZone, asOf, completeUntil } = props;
  return (
    <Text size="sm" c="dimmed">
      {t('insight.days', { from: date(from), to: date(to), zone: timeZone })}{' '}
      {completeUntil === null
        ? t('insight.nothing-complete', { asOf: time(asOf) })
        : t('insight.complete', { asOf: time(asOf), until: time(completeUntil) })}
    </Text>
  );
}
