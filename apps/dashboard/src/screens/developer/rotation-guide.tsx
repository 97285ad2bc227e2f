import { List } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { Section } from '../../shared/section.js';

const STEPS = ['keys.rotate.create', 'keys.rotate.deploy', 'keys.rotate.revoke'] as const;

/** How a key is replaced without a moment in which requests are refused. docs/dashboard.md Y4.6. */
export function RotationGuide() {
  const { t } = useI18n();
  return (
    <Section title={t('keys.rotate')}>
      <List type="ordered">
        {STEPS.map((step) => (
          <List.Item key={step}>{t(step)}</List.Item>
        ))}
      </List>
    </Section>
  );
}
