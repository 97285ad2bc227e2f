import { NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useFunnelChoices } from '../../api/funnels.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';
import { KINDS } from './names.js';
import { type Experiment, useCreation } from './queries.js';

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
    if (funnel !== undefined) create.mutate({ name: name.trim(), kind, funnel });
  };
  return (
    <Dialog onClose={props.onClose} title={t('experiments.create')}>
      <DialogForm
        onSubmit={submit}
        error={funnels.error ?? create.error}
        action={t('experiments.create')}
        onCancel={props.onClose}
        loading={create.isPending}
        disabled={name.trim() === '' || funnel === undefined}
      >
        <TextInput
          label={t('experiments.name')}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          maxLength={200}
          autoComplete="off"
          required
          data-autofocus
        />
        <NativeSelect
          label={t('experiments.funnel')}
          value={funnel ?? ''}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={(funnels.data ?? []).map(({ subdomain, name: label }) => ({ value: subdomain, label }))}
          required
        />
        <Radio.Group
          label={t('experiments.kind')}
          value={kind}
          onChange={(value) => setKind(value === 'MATCHING' ? 'MATCHING' : 'QUESTIONNAIRE')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="QUESTIONNAIRE"
              label={t(KINDS.QUESTIONNAIRE)}
              description={t('experiments.kind.questionnaire.text')}
            />
            <Radio value="MATCHING" label={t(KINDS.MATCHING)} description={t('experiments.kind.matching.text')} />
          </Stack>
        </Radio.Group>
      </DialogForm>
    </Dialog>
  );
}
