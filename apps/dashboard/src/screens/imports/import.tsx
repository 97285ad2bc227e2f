import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Facts } from '../../shared/facts.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { Section } from '../../shared/section.js';
import { Decision } from './decision.js';
import { ImportNavigation } from './import-navigation.js';
import { useImport } from './queries.js';
import { RunReport, StateBadge } from './run-report.js';
import { isHeld, type Run } from './run-state.js';
import { SOURCES } from './sources-of-runs.js';

/** One run: its progress or report, and the decision about a held one. */
export function Import() {
  const { t } = useI18n();
  const company = useCompany();
  const { import: id = '' } = useParams({ strict: false });
  const run = useImport(company.handle, id);
  return (
    <Stack gap="lg">
      <PageTitle title={t('import.title')} />
      <ImportNavigation />
      <Loaded query={run}>
        {(found) => (
          <>
            <RunFacts run={found} />
            {isHeld(found) && <Decision run={found} />}
            <Section title={t('import.report')}>
              <RunReport run={found} company={company.handle} />
            </Section>
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function RunFacts({ run }: { run: Run }) {
  const { t, time } = useI18n();
  return (
    <Facts
      facts={[
        { label: t('imports.state'), value: <StateBadge run={run} /> },
        { label: t('imports.source'), value: t(SOURCES[run.source]) },
        { label: t('imports.started'), value: time(run.createdAt) },
        { label: t('import.finished'), value: time(run.finishedAt) },
      ]}
    />
  );
}
