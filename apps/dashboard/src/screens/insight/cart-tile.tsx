import { useI18n } from '../../i18n/i18n.js';
import { Tile } from '../../shared/figures/tile.js';

/** The value of carts, by currency; never called revenue. */
export function CartTile(props: { values: readonly { currency: string; value: string }[]; analyses?: number }) {
  const { values, analyses } = props;
  const { t, money, count } = useI18n();
  return (
    <Tile
      label={t('insight.cart-value')}
      definition={t('insight.cart-value.definition')}
      value={
        values.length === 0
          ? t('insight.none')
          : values.map(({ currency, value }) => <div key={currency}>{money(value, currency)}</div>)
      }
    >
      {analyses !== undefined && analyses > 0 && <div>{count('insight.cart.cases', analyses)}</div>}
      <div>{t('insight.no-revenue')}</div>
    </Tile>
  );
}
