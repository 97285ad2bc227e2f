import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Notice } from '../../shared/notices/notice.js';

/** What is needed before anything is measured. */
export function NoVisits() {
  const { t } = useI18n();
  return <Notice title={t('insight.no-visits')} text={t('insight.no-visits.text')} />;
}

export function NoFunnel() {
  const { t } = useI18n();
  const { handle } = useCompany();
  return (
    <Notice title={t('insight.no-funnel')} text={t('insight.no-funnel.text')}>
      <Anchor component={Link} to={`/c/${handle}/funnels`}>
        {t('nav.funnels')}
      </Anchor>
    </Notice>
  );
}
