import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { EXPERIMENT_MEASURES } from '@svc/domain';
import { type FormEvent, useState } from 'react';
import { useVersionNumbers } from '../../api/funnels.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { type ArmFields, addArm, MAX_ARMS, toChange, toFields } from './draft.js';
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
            <Arm
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

const KEYS = ['A', 'B', 'C'];
const ARMS = ['experiments.arm.first', 'experiments.arm'] as const;
const HOLDOUT_ARMS = ['experiments.arm.without', 'experiments.arm.with'] as const;

function Arm(props: {
  place: number;
  arm: ArmFields;
  kind: Experiment['kind'];
  funnel: string | null;
  onChange: (arm: ArmFields) => void;
}) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { place, arm, kind, funnel, onChange } = props;
  const numbers = useVersionNumbers(handle, kind === 'QUESTIONNAIRE' ? (funnel ?? undefined) : undefined);
  const versions = [...(numbers.data ?? [])].map(([value, number]) => ({
    value,
    label: t('experiments.version', { number }),
  }));
  const hasOther = Object.keys(arm.settings ?? {}).some((name) => name !== 'learning');
  return (
    <fieldset className="builder-option">
      <legend>{t((kind === 'HOLDOUT' ? HOLDOUT_ARMS : ARMS)[place === 0 ? 0 : 1], { key: KEYS[place] ?? '' })}</legend>
      <Group align="flex-end" gap="sm">
        <TextInput
          className="grow"
          label={t('experiments.arm.name')}
          value={arm.name}
          onChange={({ currentTarget }) => onChange({ ...arm, name: currentTarget.value })}
          maxLength={200}
        />
        <TextInput
          label={t('experiments.arm.weight')}
          inputMode="numeric"
          value={arm.weight}
          onChange={({ currentTarget }) => onChange({ ...arm, weight: currentTarget.value })}
          w="7rem"
        />
        {kind === 'QUESTIONNAIRE' && (
          <NativeSelect
            label={t('experiments.arm.version')}
            value={arm.versionId}
            onChange={({ currentTarget }) => onChange({ ...arm, versionId: currentTarget.value })}
            data={[{ value: '', label: t('experiments.arm.no-version') }, ...versions]}
          />
        )}
      </Group>
      {kind === 'MATCHING' && (
        <Checkbox
          label={t('experiments.arm.no-learning')}
          checked={arm.withoutLearning}
          onChange={({ currentTarget }) => onChange({ ...arm, withoutLearning: currentTarget.checked })}
        />
      )}
      {hasOther && (
        <Text size="sm" c="dimmed">
          {t('experiments.arm.other-settings')}
        </Text>
      )}
    </fieldset>
  );
}
