import { Stack } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { PageTitle } from '../../shared/page-title.js';
import { FeedSection } from './feed-section.js';
import { ImportNavigation } from './import-navigation.js';
import { MappingSection } from './mapping-section.js';
import { ShopSection } from './shop-section.js';

/** Where catalogs come from by themselves, and how their columns are read. */
export function Sources() {
  const { t } = useI18n();
  return (
    <Stack gap="xl">
      <PageTitle title={t('sources.title')} text={t('sources.text')} />
      <ImportNavigation />
      <FeedSection />
      <MappingSection />
      <ShopSection />
    </Stack>
  );
}
