import { NativeSelect, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { useFunnelChoices } from '../../api/funnels.js';
import { useCompany } from '../../app/company.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { FormDialog } from '../../shared/dialogs/form-dialog.js';
import { NameInput } from '../../shared/fields/name-input.js';
import { KINDS } from './names.js';
import { type Experiment, useCreation } from './queries.js';

const CHOICES = ['QUESTIONNAIRE', 'MATCHING', 'HOLDOUT'] as const satisfies readonly Experiment['kind'][];

const KIND_TEXTS = {
  QUESTIONNAIRE: 'experiments.kind.questionnaire.text',
  MATCHING: 'experiments.kind.matching.text',
  HOLDOUT: 'experiments.kind.holdout.text',
} as const satisfies Record<Experiment['kind'], TextKey>;

/** What cannot be changed later: the funnel, and what the arms differ in. */
export function NewExperimentDialog(props: { onClose: () => void; onDone: (created: Experiment) => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const funnels = useFunnelChoices(handle);
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [kind, setKind] = useState<Experiment['kind']>('QUESTIONNAIRE');
  const create = useCreation(handle, props.onDone);
  const funnel = chosen ?? funnels.data?.[0]?.subdomain;
  const submit = () => {
    if (kind === 'HOLDOUT') create.mutate({ name: name.trim(), kind });
    else if (funnel !== undefined) create.mutate({ name: name.trim(), kind, funnel });
  };
  return (
    <FormDialog
      title={t('experiments.create')}
      onSubmit={submit}
      error={funnels.error ?? create.error}
      action={t('experiments.create')}
      onClose={props.onClose}
      loading={create.isPending}
      disabled={name.trim() === '' || (kind !== 'HOLDOUT' && funnel === undefined)}
    >
      <NameInput label={t('experiments.name')} value={name} onValue={setName} />
      <Radio.Group
        label={t('experiments.kind')}
        value={kind}
        onChange={(value) => setKind(CHOICES.find((each) => each === value) ?? 'QUESTIONNAIRE')}
      >
        <Stack gap="xs" mt="xs">
          {CHOICES.map((value) => (
            <Radio key={value} value={value} label={t(KINDS[value])} description={t(KIND_TEXTS[value])} />
          ))}
        </Stack>
      </Radio.Group>
      {kind !== 'HOLDOUT' && (
        <NativeSelect
          label={t('experiments.funnel')}
          value={funnel ?? ''}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={(funnels.data ?? []).map(({ subdomain, name: label }) => ({ value: subdomain, label }))}
          required
        />
      )}
    </FormDialog>
  );
}
