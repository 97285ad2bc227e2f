import type { Schemas } from '../../../api/client.js';
import { useI18n } from '../../../i18n/i18n.js';
import { Twin } from '../../../shared/figures/twin.js';
import { Rows } from '../../../shared/rows.js';
import { DayChart } from '../day-chart.js';
import { toDayIn } from '../format.js';
import { listDays, type Range } from '../scope/filter.js';
import type { RevenueGroup } from './group-revenue.js';

/** Attributed revenue of a group by the day of the order. */
export function RevenueDays(props: { group: RevenueGroup; report: Schemas['RevenueReport']; range: Range }) {
  const { t, money, date } = useI18n();
  const { group, report, range } = props;
  if (group.days.size === 0) return null;
  const today = toDayIn(report.completeUntil, report.timezone);
  /** What is not complete may fall, too. */
  const toDay = (day: string) => {
    if (day >= today) return t('insight.day.incomplete', { day: date(day) });
    return day >= report.mayFallSince ? t('insight.day.may-fall', { day: date(day) }) : date(day);
  };
  const days = listDays(range).map((day) => ({ day, ...(group.days.get(day) ?? { direct: '0', assisted: '0' }) }));
  return (
    <Twin
      title={t('insight.revenue.by-day')}
      definition={t('insight.revenue.by-day.definition')}
      chart={
        <DayChart
          days={days.map(({ day, direct, assisted }) => ({ day, values: [Number(direct), Number(assisted)] }))}
          series={[t('insight.direct'), t('insight.assisted')]}
          format={(value) => money(value, group.currency)}
          isStacked
          incompleteFrom={today}
          mayFallFrom={report.mayFallSince}
        />
      }
      table={
        <Rows
          caption={t('insight.revenue.by-day')}
          items={days}
          toKey={({ day }) => day}
          columns={[
            {
              title: t('insight.day'),
              cell: ({ day }) => toDay(day),
            },
            { title: t('insight.direct'), cell: ({ direct }) => money(direct, group.currency), isNumber: true },
            { title: t('insight.assisted'), cell: ({ assisted }) => money(assisted, group.currency), isNumber: true },
          ]}
        />
      }
    />
  );
}
