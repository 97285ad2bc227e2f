import type { TextKey } from '../../../i18n/areas.js';
import { useI18n } from '../../../i18n/i18n.js';
import { Facts } from '../../../shared/facts.js';
import { Rows } from '../../../shared/rows.js';
import type { Amounts, Line, RevenueGroup } from './group-revenue.js';

const RULES = { DIRECT: 'insight.direct', ASSISTED: 'insight.assisted', NONE: 'insight.without-analysis' } as const;
const PROOFS = { CONFIRMED: 'insight.confirmed', CLAIMED: 'insight.claimed' } as const;
const CHATS = {
  RECENT: 'insight.chat.recent',
  EARLIER: 'insight.chat.earlier',
  NEVER: 'insight.chat.never',
} as const satisfies Record<string, TextKey>;

type Row = Amounts & { key: string; name: string; orders: number | undefined };

/** How lines were credited, in words. */
export function useCreditName() {
  const { t } = useI18n();
  return ({ rule, proof }: Pick<Line, 'rule' | 'proof'>): string =>
    proof === 'NONE' ? t(RULES[rule]) : t('insight.rule-and-proof', { rule: t(RULES[rule]), proof: t(PROOFS[proof]) });
}

/** How the lines of a group were credited. Orders are not added up: one order may be in several rows. */
export function RevenueLines({ group }: { group: RevenueGroup }) {
  const { t, count, number, money } = useI18n();
  const toCredit = useCreditName();
  const { currency, lines, attributed, chats } = group;
  const toRow = ({ rule, proof, ...amounts }: Line): Row => ({
    ...amounts,
    key: `${rule} ${proof}`,
    name: toCredit({ rule, proof }),
  });
  const sum: Row = { ...attributed, key: 'sum', name: t('insight.direct-and-assisted'), orders: undefined };
  const base = lines.filter(({ rule }) => rule === 'NONE').map(toRow);
  const credited = lines.filter(({ rule }) => rule !== 'NONE').map(toRow);
  const amount = (title: TextKey, name: keyof Amounts) => ({
    title: t(title),
    cell: (row: Row) => money(row[name], currency),
    isNumber: true,
  });
  return (
    <>
      <Rows
        caption={t('insight.revenue.lines')}
        items={[...credited, ...(credited.length > 1 ? [sum] : []), ...base]}
        toKey={({ key }) => key}
        columns={[
          { title: t('insight.credited'), cell: ({ name }) => name },
          {
            title: t('insight.orders'),
            cell: ({ orders }) => (orders === undefined ? '–' : number(orders)),
            isNumber: true,
          },
          amount('insight.bought', 'gross'),
          amount('insight.refunded', 'refunded'),
          amount('insight.net', 'net'),
        ]}
      />
      {chats.length > 0 && (
        <Facts
          facts={chats.map(({ chat, net, lines: cases }) => ({
            label: t(CHATS[chat]),
            value: count('insight.of-lines', cases, { amount: money(net, currency) }),
          }))}
        />
      )}
    </>
  );
}
