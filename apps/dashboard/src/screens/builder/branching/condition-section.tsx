import { Button, Group, Stack, Text } from '@mantine/core';
import { describeCondition } from '@svc/domain';
import { useMemo } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import { ConditionEditor, type ConditionProblem } from '../../../shared/conditions/condition-editor.js';
import { toConditionNames } from '../../../shared/edit/condition-names.js';
import { type Step, toDomainSteps } from '../../../shared/edit/model/steps.js';
import { toSentenceLanguage } from '../../../shared/sentence-language.js';
import { isStepReachable } from '../model/find-branches.js';

interface Props {
  step: Step;
  steps: readonly Step[];
  problems: readonly ConditionProblem[];
  onChange: (showWhen: Step['showWhen']) => void;
  /** Announces what has happened. */
  say: (text: string) => void;
}

/** After which answers a question is shown, as a form and as a sentence. docs/dashboard.md Y20. */
export function ConditionSection({ step, steps, problems, onChange, say }: Props) {
  const { t, locale } = useI18n();
  const { showWhen } = step;
  const before = steps.slice(
    0,
    steps.findIndex(({ id }) => id === step.id),
  );
  const isReachable = useMemo(() => isStepReachable(steps, step.id), [steps, step.id]);
  const names = toConditionNames(steps, locale);
  return (
    <fieldset className="plain-fieldset">
      <Text component="legend" size="sm" fw={500} mb={4}>
        {t('builder.condition')}
      </Text>
      <Stack gap="xs">
        <Text size="sm" className="wrap-anywhere">
          {showWhen === null
            ? t(before.length > 0 ? 'builder.condition.everyone' : 'builder.condition.first')
            : t('builder.condition.sentence', {
                condition: describeCondition(showWhen, names, toSentenceLanguage(locale)),
              })}
        </Text>
        {isReachable === false && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t('builder.condition.unreachable')}
          </Text>
        )}
        {(before.length > 0 || showWhen !== null) && (
          <ConditionEditor
            condition={showWhen ?? undefined}
            // The answer to a built-in question is that of its question; a color type is known after the last question only.
            scope={{ steps: toDomainSteps(before), names, fields: [], colorTypes: [] }}
            problems={problems}
            onChange={(condition) => onChange(condition ?? null)}
          />
        )}
        {showWhen !== null && (
          <Group>
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                onChange(null);
                say(t('builder.condition.removed'));
              }}
            >
              {t('builder.condition.clear')}
            </Button>
          </Group>
        )}
      </Stack>
    </fieldset>
  );
}
