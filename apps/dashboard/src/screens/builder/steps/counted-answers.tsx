import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { normalizeKey } from '@svc/domain';
import { useI18n } from '../../../i18n/i18n.js';
import { toConditionNames } from '../../../shared/edit/condition-names.js';
import type { Step } from '../../../shared/edit/model/steps.js';
import { toOptionName, toStepName } from '../../../shared/edit/step-name.js';
import { useColorTypes } from '../../../shared/use-color-types.js';
import { getChosen } from '../model/preview-answers.js';
import type { PreviewedAnswers } from '../panes/use-previewed-answers.js';

/** Which answers the counters of a question take as given, and to take one of them or a color type back. docs/dashboard.md Y22.1. */
export function CountedAnswers(props: {
  step: Step;
  steps: readonly Step[];
  preview: PreviewedAnswers;
  language: string | undefined;
  /** The color type can decide about a variant. */
  isColorTested: boolean;
}) {
  const { t, locale, list } = useI18n();
  const { step, steps, language } = props;
  const { probed, shown, onAny, onColorType } = props.preview;
  const colorTypes = useColorTypes();
  const names = toConditionNames([], locale);
  const given = steps.flatMap((each) => {
    const chosen = each.id !== step.id && shown?.has(each.id) ? getChosen(each, probed.answers).map(normalizeKey) : [];
    const options = each.selections.filter(({ key }) => chosen.includes(normalizeKey(key)));
    return options.length > 0 ? [{ each, options }] : [];
  });
  return (
    <Stack gap="xs">
      <Text size="xs" c="dimmed">
        {t(given.length > 0 ? 'builder.left.after' : 'builder.left.text')}
      </Text>
      {given.map(({ each, options }) => {
        const question = toStepName(each, language);
        return (
          <Group key={each.id} gap="xs" wrap="nowrap" justify="space-between">
            <Text size="sm" className="wrap-anywhere">
              {t('builder.left.answer', { question, answer: list(options.map((one) => toOptionName(one, language))) })}
            </Text>
            <Button
              size="compact-xs"
              variant="default"
              flex="none"
              aria-label={t('builder.left.any.name', { question })}
              onClick={() => onAny(each.id)}
            >
              {t('builder.left.any')}
            </Button>
          </Group>
        );
      })}
      <NativeSelect
        size="xs"
        maw="20rem"
        label={t('builder.left.color')}
        description={probed.colorType !== '' && !props.isColorTested ? t('builder.left.color.idle') : undefined}
        value={probed.colorType}
        onChange={({ currentTarget }) => onColorType(currentTarget.value)}
        data={[
          { value: '', label: t('builder.left.color.none') },
          ...colorTypes.map((value) => ({ value, label: names.colorType(value) })),
        ]}
      />
    </Stack>
  );
}
