import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Facts } from '../../shared/facts.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { Picture } from '../../shared/picture.js';
import { Rows } from '../../shared/rows.js';
import { ItemTagsLink } from './item-tags-link.js';
import { ProductEvents } from './product-events.js';
import { getVariants, isAvailable, type Product as ProductData, type Variant } from './product-facts.js';
import type { Filter } from './product-filter.js';
import { ShopLink, Swatch } from './product-parts.js';
import { useProduct } from './queries.js';
import { TagLinks } from './tag-links.js';
import { VariantDialog } from './variant-dialog.js';

/** One product with its variants. */
export function Product() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { product: id = '' }: Filter = useSearch({ strict: false });
  const product = useProduct(handle, id);
  return (
    <Stack gap="lg">
      <PageTitle
        title={product.data?.name ?? t('products.product')}
        action={
          <Anchor component={Link} to={`/c/${handle}/products`}>
            {t('products.all')}
          </Anchor>
        }
      />
      <Loaded query={product}>{(found) => <Details product={found} />}</Loaded>
    </Stack>
  );
}

function Details({ product }: { product: ProductData }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const navigate = useNavigate();
  const { variant: variantId, funnel }: Filter = useSearch({ strict: false });
  const variants = getVariants(product);
  const go = (more: Filter) => {
    const search = { product: product.shopSystemId, ...(funnel === undefined ? {} : { funnel }), ...more };
    void navigate({ to: `/c/${handle}/products/details`, search: search as never, resetScroll: false });
  };
  const open = (variant?: Variant) => go(variant ? { variant: variant.shopSystemId } : {});
  const opened = variants.find(({ shopSystemId }) => shopSystemId === variantId);
  return (
    <>
      <Group align="flex-start" gap="lg">
        {product.imageUrl && <Picture url={product.imageUrl} size={120} />}
        <Stack flex="1 1 18rem" gap="md">
          <Facts
            facts={[
              { label: t('products.id'), value: product.shopSystemId },
              ...(product.vendor ? [{ label: t('products.vendor'), value: product.vendor }] : []),
              ...(product.line ? [{ label: t('products.line'), value: product.line }] : []),
              ...(product.url ? [{ label: t('products.page'), value: <ShopLink url={product.url} /> }] : []),
            ]}
          />
          <div>
            <Text size="sm" c="dimmed">
              {t('products.tags.own')}
            </Text>
            <TagLinks tags={product.tags ?? []} />
          </div>
          <div>
            <ItemTagsLink search={{ product: product.shopSystemId }} />
          </div>
          <div>
            <Anchor
              size="sm"
              renderRoot={(root) => (
                <Link
                  {...root}
                  to={`/c/${handle}/products/answers`}
                  search={{ query: product.shopSystemId } as never}
                />
              )}
            >
              {t('products.answers.of')}
            </Anchor>
          </div>
        </Stack>
      </Group>
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('products.variants')}
        </Title>
        <Variants variants={variants} onOpen={open} />
      </Stack>
      <ProductEvents product={product} funnel={funnel} onFunnel={(chosen) => go({ funnel: chosen })} />
      {opened && <VariantDialog product={product} variant={opened} onClose={() => open()} />}
    </>
  );
}

function Variants({ variants, onOpen }: { variants: readonly Variant[]; onOpen: (variant: Variant) => void }) {
  const { t, money } = useI18n();
  return (
    <Rows
      caption={t('products.variants')}
      items={variants}
      toKey={({ shopSystemId }) => shopSystemId}
      columns={[
        {
          title: t('products.name'),
          cell: ({ name, color }) => (
            <Group gap="xs" wrap="nowrap" component="span" display="inline-flex">
              {color && <Swatch color={color} />}
              <span className="wrap-anywhere">{name}</span>
            </Group>
          ),
        },
        { title: t('products.id'), cell: ({ shopSystemId }) => <span className="wrap-anywhere">{shopSystemId}</span> },
        { title: t('products.state'), cell: (variant) => <Availability variant={variant} /> },
        {
          title: t('products.price'),
          isNumber: true,
          cell: ({ price, currency }) => (price == null ? '–' : money(price, currency)),
        },
        { title: t('products.tags.variant'), cell: ({ tags }) => <TagLinks tags={tags ?? []} most={4} /> },
        {
          title: t('list.actions'),
          cell: (variant) => (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t('products.details.named', { name: variant.name })}
              onClick={() => onOpen(variant)}
            >
              {t('products.details')}
            </Button>
          ),
        },
      ]}
    />
  );
}

function Availability({ variant }: { variant: Variant }) {
  const { t } = useI18n();
  const available = isAvailable(variant);
  return (
    <Badge color={available ? 'green' : 'gray'} variant="dot">
      {t(available ? 'products.in-stock' : 'products.unavailable')}
    </Badge>
  );
}
