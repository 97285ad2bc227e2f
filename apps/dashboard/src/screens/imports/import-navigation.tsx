import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { SubNavigation } from '../../shared/navigation/sub-navigation.js';

/** Runs, and where catalogs come from by themselves. */
export function ImportNavigation() {
  const { t } = useI18n();
  const { handle } = useCompany();
  return (
    <SubNavigation
      label={t('imports.title')}
      entries={[
        { label: t('imports.runs'), to: `/c/${handle}/imports` },
        { label: t('imports.sources'), to: `/c/${handle}/imports/sources` },
      ]}
    />
  );
}
