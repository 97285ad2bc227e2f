import { Alert, Stack, Text, Title } from '@mantine/core';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { ImportNavigation } from './import-navigation.js';
import { useImports } from './queries.js';
import { RunLink } from './run-link.js';
import { StateBadge } from './run-report.js';
import { isHeld, type Run } from './run-state.js';
import { SOURCES } from './sources-of-runs.js';
import { Upload } from './upload.js';
import { WhyHeld } from './why-held.js';

/** Upload, runs that wait for a decision, and the history. docs/catalog.md. */
export function Imports() {
  const { t } = useI18n();
  const company = useCompany();
  const runs = useImports(company.handle);
  return (
    <Stack gap="lg">
      <PageTitle title={t('imports.title')} text={t('imports.text')} />
      <ImportNavigation />
      {company.can('catalog.import') ? <Upload /> : <Text c="dimmed">{t('imports.read-only')}</Text>}
      <Stack gap="sm">
        <Title order={2} size="h4">
          {t('imports.history')}
        </Title>
        <Loaded query={runs}>
          {(items) =>
            items.length === 0 ? (
              <Notice title={t('imports.empty')} text={t('imports.empty.text')} />
            ) : (
              <>
                <HeldRuns runs={items.filter(isHeld)} />
                <History runs={items} more={runs} />
              </>
            )
          }
        </Loaded>
      </Stack>
    </Stack>
  );
}

function HeldRuns({ runs }: { runs: readonly Run[] }) {
  const { t, time, count } = useI18n();
  if (runs.length === 0) return null;
  return (
    <Alert color="yellow" title={count('imports.waiting', runs.length)}>
      {runs.map((run) => (
        <Text key={run.id} size="sm">
          <RunLink id={run.id}>{t('imports.of', { time: time(run.createdAt) })}</RunLink>
          {': '}
          <WhyHeld run={run} />
        </Text>
      ))}
    </Alert>
  );
}

function History({ runs, more }: { runs: readonly Run[]; more: Parameters<typeof Rows>[0]['more'] & object }) {
  const { t, time, number } = useI18n();
  const toNumber = (of: (run: Run) => number) => (run: Run) => (run.state === 'RUNNING' ? '–' : number(of(run)));
  return (
    <Rows
      caption={t('imports.history')}
      items={runs}
      toKey={({ id }) => id}
      more={more}
      columns={[
        { title: t('imports.started'), cell: (run) => <RunLink id={run.id}>{time(run.createdAt)}</RunLink> },
        { title: t('imports.source'), cell: ({ source }) => t(SOURCES[source]) },
        { title: t('imports.state'), cell: (run) => <StateBadge run={run} /> },
        { title: t('imports.read'), isNumber: true, cell: toNumber(({ read }) => read) },
        { title: t('imports.created'), isNumber: true, cell: toNumber(({ created }) => created) },
        { title: t('imports.updated'), isNumber: true, cell: toNumber(({ updated }) => updated) },
        { title: t('imports.removed'), isNumber: true, cell: toNumber(({ removed }) => removed) },
        { title: t('imports.rejected'), isNumber: true, cell: toNumber(({ rejectedCount }) => rejectedCount) },
      ]}
    />
  );
}
