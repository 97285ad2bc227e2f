import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';

/** Leads to all tags of a product or a variant, those of the merchant among them. */
export function ItemTagsLink({ search }: { search: { product: string } | { variant: string } }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  return (
    <Anchor
      size="sm"
      renderRoot={(root) => <Link {...root} to={`/c/${handle}/products/item-tags`} search={search as never} />}
    >
      {t('products.tags.all')}
    </Anchor>
  );
}
