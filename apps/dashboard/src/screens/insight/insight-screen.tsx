import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { SubNavigation } from '../../shared/navigation/sub-navigation.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import type { InsightFilter } from './scope/filter.js';
import { FilterBar, type FilterField } from './scope/filter-bar.js';
import { type Scope, useScope } from './scope/use-scope.js';

export type ReportName = 'overview' | 'steps' | 'answers' | 'matches' | 'revenue' | 'sources';

/**
 * A screen of the area: heading, table to download, the screens of the area, the filter that they share, and the report.
 * @param fields - what the report is filtered by.
 * @param toQuery - the same for the table; undefined: there is none.
 */
export function InsightScreen(props: {
  title: string;
  text: string;
  report: ReportName;
  fields: readonly FilterField[];
  toQuery: (scope: Scope) => object | undefined;
  children: (scope: Scope) => ReactNode;
}) {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const scope = useScope();
  const query = scope.data && props.toQuery(scope.data);
  const base = `/c/${handle}/insight`;
  const filter: InsightFilter = scope.data?.filter ?? {};
  return (
    <Stack gap="lg">
      <PageTitle
        title={props.title}
        text={props.text}
        action={
          query &&
          can('insight.export') && (
            <Button
              component="a"
              href={`/api/admin/v1/companies/${handle}/insight/${props.report}.csv?${new URLSearchParams(query as Record<string, string>)}`}
              download
              variant="default"
            >
              {t('insight.csv')}
            </Button>
          )
        }
      />
      <SubNavigation
        label={t('nav.insight')}
        search={filter}
        entries={[
          { label: t('insight.overview'), to: base },
          { label: t('insight.questions'), to: `${base}/questions` },
          { label: t('insight.answers'), to: `${base}/answers` },
          { label: t('insight.matches'), to: `${base}/matches` },
          { label: t('insight.revenue'), to: `${base}/revenue` },
          { label: t('insight.sources'), to: `${base}/sources` },
        ]}
      />
      <Loaded query={scope}>
        {(found) => (
          <>
            <FilterBar key={`${found.range.from} ${found.range.to}`} scope={found} fields={props.fields} />
            {props.children(found)}
          </>
        )}
      </Loaded>
    </Stack>
  );
}
