import { useState } from 'react';
import type { TextKey } from '../../../i18n/areas.js';
import { useI18n } from '../../../i18n/i18n.js';
import { Rows } from '../../../shared/rows.js';
import { Section } from '../../../shared/section.js';
import type { Amounts, PlaceRow, RevenueGroup } from './group-revenue.js';
import { useCreditName } from './revenue-lines.js';

/** Rows that are shown first. */
const PAGE = 20;

const TEXTS = {
  tabs: {
    title: 'insight.revenue.tabs',
    text: 'insight.revenue.tabs.text',
    subject: 'insight.tab',
    lines: 'insight.revenue.tabs.lines',
    rest: 'insight.revenue.tabs.rest',
    none: 'insight.revenue.tabs.none',
  },
  rules: {
    title: 'insight.revenue.rules',
    text: 'insight.revenue.rules.text',
    subject: 'insight.rule',
    lines: 'insight.revenue.rules.lines',
    rest: 'insight.revenue.rules.rest',
    none: 'insight.revenue.rules.none',
  },
} as const;

/** What is credited by tab of the result page, or by rule, of one group. docs/dashboard.md Y50.5. */
export function PlaceRevenue({ group, by }: { group: RevenueGroup; by: keyof typeof TEXTS }) {
  const { t, count, number, money } = useI18n();
  const toCredit = useCreditName();
  const [shown, setShown] = useState(PAGE);
  const { currency, [by]: rows } = group;
  const texts = TEXTS[by];
  if (rows.every(({ place }) => place === 'NONE')) return null;
  const toName = ({ place, key, funnel, keys }: PlaceRow) => {
    if (place === 'NONE') return t(texts.none);
    if (place === 'UNKNOWN') return t('insight.revenue.place-unknown');
    if (key === null) return count(texts.rest, keys);
    return funnel === null ? key : t('insight.revenue.place', { key, funnel });
  };
  const amount = (title: TextKey, name: keyof Amounts) => ({
    title: t(title),
    cell: (row: PlaceRow) => money(row[name], currency),
    isNumber: true,
  });
  return (
    <Section title={t(texts.title)} text={t(texts.text)}>
      <Rows
        caption={t(texts.title)}
        items={rows.slice(0, shown)}
        toKey={({ place, key, funnel, rule, proof }) => JSON.stringify([place, key, funnel, rule, proof])}
        columns={[
          { title: t(texts.subject), cell: (row) => <span className="wrap-anywhere">{toName(row)}</span> },
          { title: t('insight.credited'), cell: toCredit },
          { title: t(texts.lines), cell: ({ lines }) => number(lines), isNumber: true },
          amount('insight.bought', 'gross'),
          amount('insight.refunded', 'refunded'),
          amount('insight.net', 'net'),
        ]}
        more={{
          hasNextPage: shown < rows.length,
          isFetchingNextPage: false,
          fetchNextPage: () => setShown(shown + 5 * PAGE),
        }}
      />
    </Section>
  );
}
