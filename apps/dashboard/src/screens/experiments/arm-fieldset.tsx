import { Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { useVersionNumbers } from '../../api/funnels.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ArmTagsEditor } from './arm-tags-editor.js';
import type { ArmFields } from './draft.js';
import type { Experiment } from './queries.js';

const KEYS = ['A', 'B', 'C'];
const ARMS = ['experiments.arm.first', 'experiments.arm'] as const;
const HOLDOUT_ARMS = ['experiments.arm.without', 'experiments.arm.with'] as const;

/** One arm of a draft. */
export function ArmFieldset(props: {
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
  const hasOther = Object.keys(arm.settings ?? {}).some((name) => name !== 'learning' && name !== 'tagging');
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
      {kind === 'MATCHING' && (
        <ArmTagsEditor operations={arm.tagging} onChange={(tagging) => onChange({ ...arm, tagging })} />
      )}
      {hasOther && (
        <Text size="sm" c="dimmed">
          {t('experiments.arm.other-settings')}
        </Text>
      )}
    </fieldset>
  );
}
