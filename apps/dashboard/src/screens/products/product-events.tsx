import { Anchor, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, load } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { useFunnels } from '../../shared/funnel-data/queries.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';
import { countEvents, EVENTS, type VariantEvents } from './count-events.js';
import { getVariants, type Product } from './product-facts.js';

const TITLES = {
  shown: 'products.events.shown',
  clicked: 'products.events.clicked',
  addedToCart: 'products.events.added',
  bought: 'products.events.bought',
} as const;

/** What shoppers of a funnel did with the variants of a product in the last 28 days. docs/dashboard.md Y13.3. */
export function ProductEvents(props: {
  product: Product;
  /** Sub-domain; undefined: the first published funnel. */
  funnel: string | undefined;
  onFunnel: (funnel: string) => void;
}) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const funnels = useFunnels(handle);
  return (
    <Section title={t('products.events')} text={t('products.events.text')}>
      <Loaded query={funnels}>
        {(all) => {
          const published = all.filter(({ published: version }) => version);
          const funnel = props.funnel ?? published[0]?.subdomain;
          if (funnel === undefined) return <Text size="sm">{t('products.events.no-funnel')}</Text>;
          return (
            <>
              {published.length > 1 && (
                <NativeSelect
                  size="sm"
                  maw="20rem"
                  label={t('products.events.funnel')}
                  value={funnel}
                  data={published.map(({ subdomain, name }) => ({ value: subdomain, label: name }))}
                  onChange={({ currentTarget }) => props.onFunnel(currentTarget.value)}
                />
              )}
              <Events product={props.product} funnel={funnel} />
            </>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Events({ product, funnel }: { product: Product; funnel: string }) {
  const { t, count, number, time } = useI18n();
  const { handle } = useCompany();
  const report = useQuery({
    queryKey: ['insight', handle, 'matches', { funnel, product: product.shopSystemId }],
    queryFn: () =>
      load(
        api.GET('/api/admin/v1/companies/{handle}/insight/matches', {
          params: { path: { handle }, query: { funnel, product: product.shopSystemId } },
        }),
      ),
  });
  return (
    <Loaded query={report}>
      {({ variants, analyses, asOf }) => (
        <>
          {variants.length === 0 ? (
            <Text size="sm">{t('products.events.none')}</Text>
          ) : (
            <Rows
              caption={t('products.events')}
              items={countEvents(getVariants(product), variants)}
              toKey={({ id }) => id}
              columns={[
                { title: t('products.name'), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
                ...EVENTS.map((event) => ({
                  title: t(TITLES[event]),
                  isNumber: true,
                  cell: (row: VariantEvents) => (row.isFew ? '< 5' : number(row[event])),
                })),
              ]}
            />
          )}
          <Text size="sm" c="dimmed">
            {count('products.events.as-of', analyses, { time: time(asOf) })}{' '}
            <Anchor
              inherit
              underline="always"
              renderRoot={(root) => <Link {...root} to={`/c/${handle}/insight/matches`} search={{ funnel } as never} />}
            >
              {t('products.events.all')}
            </Anchor>
          </Text>
        </>
      )}
    </Loaded>
  );
}
