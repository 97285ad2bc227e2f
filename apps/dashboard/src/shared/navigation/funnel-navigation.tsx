import { useParams } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { SubNavigation } from './sub-navigation.js';

/** The screens of one funnel. docs/dashboard.md Y21. */
export function FunnelNavigation() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { funnel = '' } = useParams({ strict: false });
  const base = `/c/${handle}/funnels/${funnel}`;
  return (
    <SubNavigation
      label={t('funnel.screens')}
      entries={[
        { label: t('funnel.questions'), to: base },
        { label: t('funnel.rules'), to: `${base}/rules` },
        { label: t('funnel.result-page'), to: `${base}/result-page` },
        { label: t('funnel.release'), to: `${base}/release` },
        { label: t('funnel.insight'), to: `${base}/insight` },
        { label: t('funnel.versions'), to: `${base}/releases` },
      ]}
    />
  );
}
