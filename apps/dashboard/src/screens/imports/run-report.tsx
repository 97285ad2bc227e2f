import { Alert, Badge, Button, Group, List, Progress, Stack, Text, Title } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { Facts } from '../../shared/facts.js';
import { Rows } from '../../shared/rows.js';
import { translateNote } from './import-notes.js';
import { translateReason } from './row-reasons.js';
import { RunChanges } from './run-changes.js';
import { countRejected, getPercent, getRunState, type Run, type RunState } from './run-state.js';
import { WhyFailed } from './why-failed.js';
import { WhyHeld } from './why-held.js';
import '@mantine/core/styles/Progress.layer.css';

const COLORS: Record<RunState, string> = {
  RUNNING: 'blue',
  SUCCEEDED: 'green',
  CHECKED: 'gray',
  HELD: 'yellow',
  FAILED: 'red',
};
const STATES = {
  RUNNING: 'imports.state.running',
  SUCCEEDED: 'imports.state.succeeded',
  CHECKED: 'imports.state.checked',
  HELD: 'imports.state.held',
  FAILED: 'imports.state.failed',
} as const satisfies Record<RunState, string>;

export function StateBadge({ run }: { run: Run }) {
  const { t } = useI18n();
  const state = getRunState(run);
  return (
    <Badge color={COLORS[state]} variant="dot">
      {t(STATES[state])}
    </Badge>
  );
}

/** What a run did, or what a dry run would do: progress, numbers, repairs, and each rejected row. docs/catalog.md "What every import does". */
export function RunReport({ run, company }: { run: Run; company: string }) {
  const { t, number } = useI18n();
  if (run.state === 'RUNNING') return <RunProgress run={run} />;
  return (
    <Stack gap="lg">
      {run.reason !== undefined && (
        <Alert
          color={run.state === 'FAILED' ? 'red' : 'yellow'}
          title={t(run.state === 'FAILED' ? 'import.failed' : 'import.held')}
        >
          {run.state === 'HELD' ? <WhyHeld run={run} /> : <WhyFailed run={run} />}
        </Alert>
      )}
      {run.dryRun && run.state !== 'FAILED' && <Alert color="blue">{t('import.dry-run')}</Alert>}
      <Facts
        facts={[
          { label: t('imports.read'), value: number(run.read) },
          { label: t('imports.created'), value: number(run.created) },
          { label: t('imports.updated'), value: number(run.updated) },
          { label: t('imports.unchanged'), value: number(run.unchanged) },
          { label: t('imports.removed'), value: number(run.removed) },
          { label: t('imports.rejected'), value: number(run.rejectedCount) },
        ]}
      />
      {run.notes.length > 0 && (
        <Stack gap="xs">
          <Title order={3} size="h5">
            {t('import.notes')}
          </Title>
          <List size="sm">
            {run.notes.map((note) => (
              <List.Item key={note} className="wrap-anywhere">
                {translateNote(note, t) ?? <span lang="en">{note}</span>}
              </List.Item>
            ))}
          </List>
        </Stack>
      )}
      <Rejected run={run} company={company} />
      {run.state !== 'FAILED' && <RunChanges run={run} />}
    </Stack>
  );
}

function RunProgress({ run }: { run: Run }) {
  const { t, count } = useI18n();
  const { progress } = run;
  const percent = getPercent(run);
  const left = progress?.estimatedSecondsLeft;
  return (
    <Stack gap="xs">
      <Progress.Root size="lg">
        <Progress.Section
          value={percent ?? 100}
          animated
          striped={percent === undefined}
          aria-label={t('import.progress')}
        />
      </Progress.Root>
      <Text role="status">
        {percent === undefined ? count('import.reading', progress?.rows ?? 0) : t('import.receiving', { percent })}
        {left != null && ` ${count('import.left', left)}`}
      </Text>
      <Text c="dimmed" size="sm">
        {t('import.leave')}
      </Text>
    </Stack>
  );
}

/** Rejected rows that are shown; the table of all of them is a file. docs/catalog.md "What every import does". */
const MAX_SHOWN = 200;

function Rejected({ run, company }: { run: Run; company: string }) {
  const { t, count, list, number } = useI18n();
  if (run.rejectedCount === 0) return null;
  const shown = run.rejected.slice(0, MAX_SHOWN);
  const columns = countRejected(run.rejected).map(
    ({ column, rows }) => `${column || t('import.whole-row')} (${number(rows)})`,
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={3} size="h5">
          {count('import.rejected', run.rejectedCount)}
        </Title>
        <Button
          component="a"
          variant="default"
          size="xs"
          href={`/api/admin/v1/companies/${company}/catalog/imports/${run.id}/rejected.csv`}
          download
        >
          {t('import.rejected.download')}
        </Button>
      </Group>
      <Text size="sm">{t('import.rejected.columns', { columns: list(columns) })}</Text>
      {shown.length < run.rejectedCount && <Text size="sm">{t('import.rejected.first', { count: shown.length })}</Text>}
      <Rows
        caption={t('imports.rejected')}
        items={shown}
        toKey={({ line, column, reason }) => `${line} ${column} ${reason}`}
        columns={[
          { title: t('import.line'), isNumber: true, cell: ({ line }) => number(line) },
          { title: t('import.column'), cell: ({ column }) => column || t('import.whole-row') },
          {
            title: t('import.reason'),
            cell: ({ reason }) => translateReason(reason, t) ?? <span lang="en">{reason}</span>,
          },
        ]}
      />
    </Stack>
  );
}
