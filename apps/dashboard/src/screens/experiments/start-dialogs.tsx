import { Checkbox, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConfirmDialog } from '../../shared/dialogs/confirm-dialog.js';
import { type Experiment, useStart, useStop } from './queries.js';

interface Props {
  experiment: Experiment;
  onClose: () => void;
}

/** Nothing of the test but its name can be changed afterwards. */
export function StartDialog({ experiment: { id, name, plan, kind }, onClose }: Props) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const [dryCheck, setDryCheck] = useState(false);
  const start = useStart(handle, id, onClose);
  return (
    <ConfirmDialog
      title={t('experiments.start.title', { name })}
      action={t('experiments.start')}
      color="plum"
      change={{ ...start, mutate: () => start.mutate(dryCheck) }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>{t(kind === 'HOLDOUT' ? 'experiments.start.holdout' : 'experiments.start.text')}</Text>
        {plan?.isUnlikelyToDecide && <Text fw={600}>{t('experiments.plan.unlikely')}</Text>}
        <Checkbox
          label={t('experiments.dry-check')}
          description={t(kind === 'HOLDOUT' ? 'experiments.dry-check.holdout' : 'experiments.dry-check.text')}
          checked={dryCheck}
          onChange={({ currentTarget }) => setDryCheck(currentTarget.checked)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

export function StopDialog({ experiment: { id, name, kind }, onClose }: Props) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const stop = useStop(handle, id, onClose);
  return (
    <ConfirmDialog
      title={t('experiments.stop.title', { name })}
      action={t('experiments.stop')}
      change={{ ...stop, mutate: () => stop.mutate(undefined) }}
      onClose={onClose}
    >
      {t(kind === 'HOLDOUT' ? 'experiments.stop.holdout' : 'experiments.stop.text')}
    </ConfirmDialog>
  );
}
