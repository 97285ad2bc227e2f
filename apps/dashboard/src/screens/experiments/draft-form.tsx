import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { EXPERIMENT_MEASURES } from '@svc/domain';
import { type FormEvent, useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { ArmFieldset } from './arm-fieldset.js';
import { addArm, MAX_ARMS, toChange, toFields } from './draft.js';
import { getDefinition, isRate, MEASURES } from './names.js';
import { type Experiment, type Measure, useExperimentChange } from './queries.js';

/** What is decided before the start: hypothesis, one primary measure, the smallest difference worth knowing, and the arms. */
export function DraftForm({ experiment }: { experiment: Experiment }) {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const { id, kind, revision, funnel } = experiment;
  const [fields, setFields] = useState(() => toFields(experiment));
  const save = useExperimentChange(handle, id);
  const change = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(toChange(fields, kind, revision));
  };
  return (
    <form onSubmit={submit}>
      <fieldset disabled={!can('experiment.write')} className="plain-fieldset">
        <Stack maw="42rem">
          <TextInput
            label={t('experiments.name')}
            value={fields.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            maxLength={200}
            required
          />
          <Textarea
            label={t('experiments.hypothesis')}
            description={t('experiments.hypothesis.text')}
            value={fields.hypothesis}
            onChange={({ currentTarget }) => change({ hypothesis: currentTarget.value })}
            maxLength={2000}
            rows={2}
          />
          <NativeSelect
            label={t('experiments.measure')}
            description={t(getDefinition(kind, fields.primaryMeasure))}
            value={fields.primaryMeasure}
            onChange={({ currentTarget }) => change({ primaryMeasure: currentTarget.value as Measure })}
            data={EXPERIMENT_MEASURES[kind].map((value) => ({ value, label: t(MEASURES[value]) }))}
          />
          <TextInput
            label={t('experiments.effect')}
            description={t(isRate(fields.primaryMeasure) ? 'experiments.effect.rate' : 'experiments.effect.money')}
            inputMode="decimal"
            value={fields.minimumEffect}
            onChange={({ currentTarget }) => change({ minimumEffect: currentTarget.value })}
          />
          {fields.arms.map((arm, at) => (
            <ArmFieldset
              // Arms have no other identity than their place.
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the key of an arm.
              key={at}
              place={at}
              arm={arm}
              kind={kind}
              funnel={funnel}
              onChange={(changed) => change({ arms: fields.arms.map((each, of) => (of === at ? changed : each)) })}
            />
          ))}
          <Group>
            {kind === 'HOLDOUT' ? null : fields.arms.length < MAX_ARMS ? (
              <Button variant="default" onClick={() => change({ arms: addArm(fields.arms) })}>
                {t('experiments.arm.add')}
              </Button>
            ) : (
              <Button variant="default" onClick={() => change({ arms: fields.arms.slice(0, -1) })}>
                {t('experiments.arm.remove')}
              </Button>
            )}
            <Button type="submit" loading={save.isPending} data-saves>
              {t('experiments.save')}
            </Button>
          </Group>
          <ErrorNotice error={save.error} />
        </Stack>
      </fieldset>
    </form>
  );
}
