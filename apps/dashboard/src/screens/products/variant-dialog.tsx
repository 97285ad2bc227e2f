import { Group, List, Stack, Text, Title } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { Facts } from '../../shared/facts.js';
import { Picture } from '../../shared/picture.js';
import { ItemTagsLink } from './item-tags-link.js';
import { getTags, isAvailable, type Product, type Variant } from './product-facts.js';
import { ShopLink, Swatch } from './product-parts.js';
import { TagLinks } from './tag-links.js';

/** Everything that the catalog says about a variant, and its tags with their origin. */
export function VariantDialog(props: { product: Product; variant: Variant; onClose: () => void }) {
  const { t, money } = useI18n();
  const { product, variant } = props;
  const tags = getTags(product, variant);
  const color = variant.color;
  const items = [
    { label: t('products.product'), value: product.name },
    { label: t('products.id'), value: variant.shopSystemId },
    { label: t('products.state'), value: t(isAvailable(variant) ? 'products.in-stock' : 'products.unavailable') },
    { label: t('products.price'), value: variant.price && money(variant.price, variant.currency) },
    {
      label: t('products.compare-price'),
      value: variant.compareAtPrice && money(variant.compareAtPrice, variant.currency),
    },
    {
      label: t('products.color'),
      value: color && (
        <Group gap="xs" component="span" display="inline-flex">
          <Swatch color={color} />
          {color}
        </Group>
      ),
    },
    { label: t('products.size'), value: variant.packageSize },
    { label: t('products.unit'), value: variant.unitPriceMeasurement },
    { label: t('products.description'), value: variant.shortDescription },
    { label: t('products.page'), value: variant.url && <ShopLink url={variant.url} /> },
  ].filter(({ value }) => value);
  return (
    <Dialog title={variant.name} onClose={props.onClose} size="lg">
      <Stack>
        {variant.imageUrl && <Picture url={variant.imageUrl} size={160} />}
        <Facts facts={items} />
        <Title order={3} size="h5">
          {t('products.tags')}
        </Title>
        {tags.length === 0 ? (
          <Text c="dimmed">{t('products.tags.none')}</Text>
        ) : (
          <List>
            {tags.map(({ tag, origin }) => (
              <List.Item key={tag}>
                <TagLinks tags={[tag]} />{' '}
                <Text span size="sm" c="dimmed">
                  {t(origin === 'VARIANT' ? 'products.tags.of-variant' : 'products.tags.of-product')}
                </Text>
              </List.Item>
            ))}
          </List>
        )}
        <Text size="sm" c="dimmed">
          {t('products.tags.tagging')}
        </Text>
        <ItemTagsLink search={{ variant: variant.shopSystemId }} />
      </Stack>
    </Dialog>
  );
}
