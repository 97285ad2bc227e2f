import { Anchor } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { NothingFound } from '../../shared/notices/nothing-found.js';
import { Notice } from '../../shared/notices/notice.js';
import type { InsightFilter } from './scope/filter.js';

/** Offers to clear a filter that leaves nothing. @param children - what is shown without one. docs/dashboard.md Y2.8. */
export function NothingMeasured({ children }: { children: ReactNode }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { funnel, table, ...chosen }: InsightFilter = useSearch({ strict: false });
  if (Object.keys(chosen).length === 0) return children;
  const kept: InsightFilter = { ...(funnel ? { funnel } : {}), ...(table ? { table } : {}) };
  return (
    <NothingFound
      title={t('insight.nothing-found')}
      text={t('insight.nothing-found.text')}
      onClear={() => void navigate({ to: '.', search: kept as never })}
    />
  );
}

/** What is needed before anything is measured. */
export function NoVisits() {
  const { t } = useI18n();
  return (
    <NothingMeasured>
      <Notice title={t('insight.no-visits')} text={t('insight.no-visits.text')} />
    </NothingMeasured>
  );
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
