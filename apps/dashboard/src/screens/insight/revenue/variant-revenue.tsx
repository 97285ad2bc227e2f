import { useState } from 'react';
import type { TextKey } from '../../../i18n/areas.js';
import { useI18n } from '../../../i18n/i18n.js';
import { Rows } from '../../../shared/rows.js';
import { Section } from '../../../shared/section.js';
import { toVariantName } from '../variant-name.js';
import type { Amounts, RevenueGroup, VariantRow } from './group-revenue.js';
import { useCreditName } from './revenue-lines.js';

/** Rows that are shown first. */
const PAGE = 20;

/** What is credited by variant, of one group. docs/dashboard.md Y50.4. */
export function VariantRevenue({ group: { currency, variants } }: { group: RevenueGroup }) {
  const { t, count, number, money } = useI18n();
  const toCredit = useCreditName();
  const [shown, setShown] = useState(PAGE);
  if (variants.length === 0) return null;
  const toName = (row: VariantRow) =>
    row.variantId === null
      ? count('insight.revenue.variants.rest', row.variants)
      : toVariantName({ ...row, variantId: row.variantId });
  const amount = (title: TextKey, name: keyof Amounts) => ({
    title: t(title),
    cell: (row: VariantRow) => money(row[name], currency),
    isNumber: true,
  });
  return (
    <Section title={t('insight.revenue.variants')} text={t('insight.revenue.variants.text')}>
      <Rows
        caption={t('insight.revenue.variants')}
        items={variants.slice(0, shown)}
        toKey={({ variantId, rule, proof }) => JSON.stringify([variantId, rule, proof])}
        columns={[
          { title: t('insight.variant'), cell: (row) => <span className="wrap-anywhere">{toName(row)}</span> },
          { title: t('insight.credited'), cell: toCredit },
          { title: t('insight.completions'), cell: ({ analyses }) => number(analyses), isNumber: true },
          { title: t('insight.orders'), cell: ({ orders }) => number(orders), isNumber: true },
          amount('insight.bought', 'gross'),
          amount('insight.refunded', 'refunded'),
          amount('insight.net', 'net'),
        ]}
        more={{
          hasNextPage: shown < variants.length,
          isFetchingNextPage: false,
          fetchNextPage: () => setShown(shown + 5 * PAGE),
        }}
      />
    </Section>
  );
}
