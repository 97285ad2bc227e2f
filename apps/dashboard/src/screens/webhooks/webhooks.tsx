import { Stack } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { CodeSamples } from '../../shared/fields/code-samples.js';
import { PageTitle } from '../../shared/page-title.js';
import { Section } from '../../shared/section.js';
import { Deliveries } from './deliveries.js';
import { Endpoints } from './endpoints.js';
import { VERIFY_SAMPLES } from './verify-samples.js';

/** Where finished analyses are sent, and the outcome of each delivery. docs/webhooks.md. */
export function Webhooks() {
  const { t } = useI18n();
  return (
    <Stack gap="xl">
      <PageTitle title={t('webhooks.title')} text={t('webhooks.text')} />
      <Section title={t('webhooks.endpoints')}>
        <Endpoints />
      </Section>
      <Section title={t('webhooks.verify')} text={t('webhooks.verify.text')}>
        <CodeSamples label={t('webhooks.verify')} samples={VERIFY_SAMPLES} />
      </Section>
      <Section title={t('webhooks.log')} text={t('webhooks.log.text')}>
        <Deliveries />
      </Section>
    </Stack>
  );
}
