import { Anchor, Button, Stack } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Notice } from '../../shared/notices/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Rows } from '../../shared/rows.js';
import { getSubject, KINDS } from './names.js';
import { NewExperimentDialog } from './new-experiment-dialog.js';
import { type Experiment, useExperiments } from './queries.js';
import { StateBadge } from './state-badge.js';

/** Tests of funnels. docs/dashboard.md Y53. */
export function Experiments() {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const navigate = useNavigate();
  const experiments = useExperiments(handle);
  const [isOpen, setOpen] = useState(false);
  const mayWrite = can('experiment.write');
  const create = (
    <Button onClick={() => setOpen(true)} disabled={!mayWrite}>
      {t('experiments.create')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageTitle
        title={t('experiments.title')}
        text={t(mayWrite ? 'experiments.text' : 'experiments.read-only')}
        action={(experiments.data?.length ?? 0) > 0 && create}
      />
      <Loaded query={experiments}>
        {(items) =>
          items.length === 0 ? (
            <Notice title={t('experiments.empty')} text={t('experiments.empty.text')}>
              {create}
            </Notice>
          ) : (
            <List items={items} more={experiments} />
          )
        }
      </Loaded>
      {isOpen && (
        <NewExperimentDialog
          onClose={() => setOpen(false)}
          onDone={({ id }) => void navigate({ to: `/c/${handle}/experiments/${id}` })}
        />
      )}
    </Stack>
  );
}

function List(props: { items: readonly Experiment[]; more: Parameters<typeof Rows>[0]['more'] & object }) {
  const { t, time } = useI18n();
  const { handle } = useCompany();
  return (
    <Rows
      caption={t('experiments.title')}
      items={props.items}
      toKey={({ id }) => id}
      more={props.more}
      columns={[
        {
          title: t('experiments.name'),
          cell: ({ id, name }) => (
            <Anchor component={Link} to={`/c/${handle}/experiments/${id}`} className="wrap-anywhere">
              {name}
            </Anchor>
          ),
        },
        { title: t('experiments.state'), cell: ({ state }) => <StateBadge state={state} /> },
        {
          title: t('experiments.funnel'),
          cell: (experiment) => <span className="wrap-anywhere">{getSubject(t, experiment)}</span>,
        },
        { title: t('experiments.kind'), cell: ({ kind }) => t(KINDS[kind]) },
        { title: t('experiments.started'), cell: ({ startedAt }) => time(startedAt) },
        { title: t('experiments.ended'), cell: ({ endedAt }) => time(endedAt) },
      ]}
    />
  );
}
