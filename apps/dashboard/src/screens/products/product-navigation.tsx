import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { SubNavigation } from '../../shared/navigation/sub-navigation.js';

export function ProductNavigation() {
  const { t } = useI18n();
  const { handle } = useCompany();
  return (
    <SubNavigation
      label={t('products.title')}
      entries={[
        { label: t('products.title'), to: `/c/${handle}/products` },
        { label: t('tags.title'), to: `/c/${handle}/products/tags` },
        { label: t('products.tagging'), to: `/c/${handle}/products/tagging` },
        { label: t('products.answers'), to: `/c/${handle}/products/answers` },
        { label: t('products.sets'), to: `/c/${handle}/products/sets` },
      ]}
    />
  );
}
