import { Anchor, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { SearchField } from '../../shared/fields/search-field.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { getAllTags, getPrices, getVariants, isAvailable, type Product } from './product-facts.js';
import type { Filter } from './product-filter.js';
import { ProductNavigation } from './product-navigation.js';
import { useProducts } from './queries.js';

import { TagLinks } from './tag-links.js';

/** The catalog in force, with a search and a tag as filters. */
export function Products() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const filter: Filter = useSearch({ strict: false });
  const navigate = useNavigate();
  const setFilter = (next: Filter) =>
    void navigate({ to: `/c/${handle}/products`, search: next as never, replace: true });
  const products = useProducts(handle, filter);
  const withQuery = (query: string): Filter => ({
    ...(query ? { query } : {}),
    ...(filter.tag ? { tag: filter.tag } : {}),
  });
  return (
    <Stack gap="md">
      <PageTitle title={t('products.title')} text={t('products.text')} />
      <ProductNavigation />
      <SearchField
        label={t('products.search')}
        value={filter.query ?? ''}
        onSearch={(query) => setFilter(withQuery(query))}
      />
      {filter.tag && (
        <Group gap="sm">
          <Text size="sm" className="wrap-anywhere">
            {t('products.with-tag', { tag: filter.tag })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => setFilter(filter.query ? { query: filter.query } : {})}
          >
            {t('products.tag.remove')}
          </Button>
        </Group>
      )}
      <Loaded query={products}>
        {(items) =>
          items.length > 0 ? (
            <ProductRows items={items} more={products} />
          ) : (
            <NoProducts filter={filter} onClear={() => setFilter({})} />
          )
        }
      </Loaded>
    </Stack>
  );
}

function NoProducts({ filter, onClear }: { filter: Filter; onClear: () => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  if (filter.query || filter.tag) {
    const wanted = [filter.query, filter.tag].filter(Boolean).join(', ');
    return (
      <Notice title={t('products.none-found')} text={t('products.none-found.text', { filter: wanted })}>
        <Button variant="default" onClick={onClear}>
          {t('search.clear')}
        </Button>
      </Notice>
    );
  }
  return (
    <Notice title={t('products.empty')} text={t('products.empty.text')}>
      <Anchor component={Link} to={`/c/${handle}/imports`}>
        {t('products.empty.import')}
      </Anchor>
    </Notice>
  );
}

const SHOWN_TAGS = 4;

function ProductRows({
  items,
  more,
}: {
  items: readonly Product[];
  more: Parameters<typeof Rows>[0]['more'] & object;
}) {
  const { t, count, money } = useI18n();
  const { handle } = useCompany();
  const showPrices = (product: Product) => {
    const prices = getPrices(getVariants(product));
    if (!prices) return '–';
    const lowest = money(prices.lowest, prices.currency);
    return prices.lowest === prices.highest ? lowest : `${lowest} – ${money(prices.highest, prices.currency)}`;
  };
  return (
    <Rows
      caption={t('products.title')}
      items={items}
      toKey={({ shopSystemId }) => shopSystemId}
      more={more}
      columns={[
        {
          title: t('products.name'),
          cell: (product) => (
            <Anchor
              className="wrap-anywhere"
              renderRoot={(root) => (
                <Link
                  {...root}
                  to={`/c/${handle}/products/details`}
                  search={{ product: product.shopSystemId } as never}
                />
              )}
            >
              {product.name}
            </Anchor>
          ),
        },
        { title: t('products.id'), cell: ({ shopSystemId }) => <span className="wrap-anywhere">{shopSystemId}</span> },
        {
          title: t('products.variants'),
          cell: (product) => {
            const variants = getVariants(product);
            const available = variants.filter(isAvailable).length;
            return available === 0 ? (
              <Badge color="gray" variant="dot">
                {t('products.unavailable')}
              </Badge>
            ) : (
              count('products.available', variants.length, { available })
            );
          },
        },
        { title: t('products.price'), isNumber: true, cell: showPrices },
        { title: t('products.tags'), cell: (product) => <TagLinks tags={getAllTags(product)} most={SHOWN_TAGS} /> },
      ]}
    />
  );
}
