import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { type FunnelTemplate, useTemplates } from '../../../shared/funnel-data/templates.js';
import { Loaded } from '../../../shared/notices/loaded.js';
import { toLocalText } from '../../../shared/to-local-text.js';
import { TemplateContent } from './template-content.js';

/** Templates of a company without a funnel, each with its questions and a button that begins with it. docs/dashboard.md Y21. */
export function TemplateGallery({ onChoose }: { onChoose(key: FunnelTemplate['key']): void }) {
  const { t, count, locale } = useI18n();
  const { handle } = useCompany();
  return (
    <Stack component="section" gap="sm" aria-label={t('funnels.gallery')}>
      <Title order={2} size="h4">
        {t('funnels.gallery')}
      </Title>
      <Loaded query={useTemplates(handle)}>
        {(templates) => (
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {templates.map((template) => {
              const name = toLocalText(template.name, locale);
              return (
                <Paper key={template.key} withBorder p="md">
                  <Stack gap="xs" align="start">
                    <Title order={3} size="h5">
                      {name}
                    </Title>
                    <Text size="sm">
                      {t('funnels.template.text', {
                        text: toLocalText(template.description, locale),
                        questions: count('funnels.template.questions', template.steps.length),
                      })}
                    </Text>
                    <TemplateContent template={template} />
                    <Button variant="default" size="sm" onClick={() => onChoose(template.key)}>
                      {t('funnels.template.use', { template: name })}
                    </Button>
                  </Stack>
                </Paper>
              );
            })}
          </SimpleGrid>
        )}
      </Loaded>
    </Stack>
  );
}
