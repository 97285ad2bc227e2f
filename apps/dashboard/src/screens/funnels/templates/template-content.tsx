import { List, Text } from '@mantine/core';
import { useI18n } from '../../../i18n/i18n.js';
import type { FunnelTemplate } from '../../../shared/funnel-data/templates.js';
import { toLocalText } from '../../../shared/to-local-text.js';

/** Tags that are named; all are counted. */
const MAX_TAGS = 5;

/** The questions of a template with their answers, folded, and what its options cannot ask for in this company. */
export function TemplateContent({ template }: { template: FunnelTemplate }) {
  const { t, count, list, locale } = useI18n();
  const { steps, missingTags } = template;
  const depending = steps.filter(({ showWhen }) => showWhen).length;
  return (
    <details>
      <summary>
        <Text size="sm" component="span">
          {t('funnels.template.content', { template: toLocalText(template.name, locale) })}
        </Text>
      </summary>
      <List type="ordered" size="sm" mt="xs">
        {steps.map((step) => (
          <List.Item key={step.id} className="wrap-anywhere">
            {toLocalText(step.title, locale)}
            {step.selections && step.selections.length > 0 && (
              <Text size="xs" c="dimmed">
                {step.selections.map(({ key, caption }) => toLocalText(caption, locale) || key).join(' · ')}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
      {depending > 0 && (
        <Text size="sm" mt="xs">
          {count('funnels.template.depending', depending)}
        </Text>
      )}
      {missingTags.length > 0 && (
        <Text size="sm" mt="xs" className="wrap-anywhere">
          {count('funnels.template.missing', missingTags.length, { tags: list(missingTags.slice(0, MAX_TAGS)) })}
        </Text>
      )}
    </details>
  );
}
