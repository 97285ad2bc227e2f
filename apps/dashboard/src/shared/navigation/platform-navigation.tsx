import { useI18n } from '../../i18n/i18n.js';
import { SubNavigation } from './sub-navigation.js';

export function PlatformNavigation() {
  const { t } = useI18n();
  return (
    <SubNavigation
      label={t('platform.title')}
      entries={[
        { label: t('companies.title'), to: '/platform/companies' },
        { label: t('users.title'), to: '/platform/users' },
        { label: t('nav.audit'), to: '/platform/audit' },
        { label: t('health.title'), to: '/platform/health' },
      ]}
    />
  );
}
