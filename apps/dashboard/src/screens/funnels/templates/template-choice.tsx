import { Box, Radio, Stack } from '@mantine/core';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { type FunnelTemplate, useTemplates } from '../../../shared/funnel-data/templates.js';
import { Loaded } from '../../../shared/notices/loaded.js';
import { toLocalText } from '../../../shared/to-local-text.js';
import { TemplateContent } from './template-content.js';

/** Of a funnel without questions. */
export const EMPTY = '';
export type ChosenTemplate = FunnelTemplate['key'] | typeof EMPTY;

/** What a new funnel begins with: a template, with its questions to be looked at, or nothing. */
export function TemplateChoice(props: { value: ChosenTemplate; onChange(value: ChosenTemplate): void }) {
  const { t, count, locale } = useI18n();
  const { handle } = useCompany();
  const templates = useTemplates(handle);
  const known = templates.data ?? [];
  return (
    <Radio.Group
      label={t('funnels.template')}
      value={props.value}
      onChange={(value) => props.onChange(known.find(({ key }) => key === value)?.key ?? EMPTY)}
    >
      <Stack gap="sm" mt="xs">
        <Loaded query={templates}>
          {(items) =>
            items.map((template) => (
              <div key={template.key}>
                <Radio
                  value={template.key}
                  label={toLocalText(template.name, locale)}
                  description={t('funnels.template.text', {
                    text: toLocalText(template.description, locale),
                    questions: count('funnels.template.questions', template.steps.length),
                  })}
                />
                <Box pl="xl">
                  <TemplateContent template={template} />
                </Box>
              </div>
            ))
          }
        </Loaded>
        <Radio value={EMPTY} label={t('funnels.template.empty')} description={t('funnels.template.empty.text')} />
      </Stack>
    </Radio.Group>
  );
}
