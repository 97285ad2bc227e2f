import { Button, Stack, Text } from '@mantine/core';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { type Step, toSteps } from '../../shared/edit/model/steps.js';
import { useTemplates } from '../../shared/funnel-data/templates.js';

/** A funnel without questions: the first one is added, or three of them are taken. docs/dashboard.md Y15.13. */
export function BeginWithTemplate({ isReadOnly, onSteps }: { isReadOnly: boolean; onSteps(steps: Step[]): void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const template = useTemplates(handle).data?.find(({ key }) => key === 'three-questions');
  return (
    <Stack gap="sm" align="start">
      <Text c="dimmed">{t('builder.empty')}</Text>
      {!isReadOnly && template && (
        <Button variant="default" onClick={() => onSteps(toSteps(template.steps))}>
          {t('builder.begin')}
        </Button>
      )}
    </Stack>
  );
}
