import { Button, Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useFunnelChoices } from '../../api/funnels.js';
import { settingsQuery } from '../../api/settings.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { CodeSamples } from '../../shared/fields/code-samples.js';
import { CopyField } from '../../shared/fields/copy-field.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { Rows } from '../../shared/rows.js';
import { Section } from '../../shared/section.js';
import { orderSamples } from './order-samples.js';
import { quickStarts, toApiOrigin } from './quick-starts.js';

/** The public values of the company that programs and pages name, and samples with them. docs/dashboard.md Y4.5. */
export function CompanyValues() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const settings = useQuery(settingsQuery(handle));
  const funnels = useFunnelChoices(handle);
  return (
    <Loaded query={settings}>
      {({ value: { companyKey } }) => (
        <Loaded query={funnels}>
          {(items) => (
            <>
              <Section title={t('values.title')} text={t('values.text')}>
                <CopyField label={t('values.company-key')} value={companyKey} />
                {items.length > 0 && <FunnelIds items={items} more={funnels} />}
              </Section>
              <QuickStart companyKey={companyKey} items={items} />
              <Orders companyKey={companyKey} />
            </>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Orders({ companyKey }: { companyKey: string }) {
  const { t } = useI18n();
  const api = toApiOrigin(location);
  return (
    <Section title={t('keys.orders')} text={t('keys.orders.text')}>
      <Stack gap="sm">
        <CodeSamples label={t('keys.orders')} samples={orderSamples({ api, companyKey })} />
        <Text size="sm" c="dimmed">
          {t('keys.orders.shopify', { url: `${api}/api/v1/orders`, refunds: `${api}/api/v1/refunds` })}
        </Text>
      </Stack>
    </Section>
  );
}

type Funnel = Schemas['FunnelSummary'];

function FunnelIds({ items, more }: { items: readonly Funnel[]; more: Parameters<typeof Rows>[0]['more'] & object }) {
  const { t } = useI18n();
  return (
    <Rows
      caption={t('values.funnels')}
      items={items}
      toKey={({ id }) => id}
      more={more}
      columns={[
        { title: t('values.funnel'), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
        { title: t('values.subdomain'), cell: ({ subdomain }) => subdomain },
        { title: t('values.id'), cell: ({ id }) => <Code>{id}</Code> },
      ]}
    />
  );
}

function QuickStart({ companyKey, items }: { companyKey: string; items: readonly Funnel[] }) {
  const { t } = useI18n();
  const published = items.filter((funnel) => funnel.published);
  const [chosen, setChosen] = useState<string>();
  const funnelId = chosen ?? published[0]?.id;
  const origin = toApiOrigin(location);
  return (
    <Section title={t('keys.start')} text={t('keys.start.text')}>
      <Stack gap="sm">
        {published.length > 1 && (
          <NativeSelect
            label={t('values.funnel')}
            value={funnelId}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={published.map(({ id, name }) => ({ value: id, label: name }))}
            maw="20rem"
          />
        )}
        {funnelId ? (
          <CodeSamples label={t('keys.start')} samples={quickStarts({ api: origin, companyKey, funnelId })} />
        ) : (
          <Text c="dimmed">{t('values.none-published')}</Text>
        )}
        <Text size="sm" c="dimmed">
          {t('values.html')}
        </Text>
        <Group>
          <Button component="a" href="/docs" variant="default">
            {t('keys.reference')}
          </Button>
          <Button component="a" href="/docs/components" variant="default">
            {t('values.components')}
          </Button>
          <Button component="a" href="/openapi.json" variant="default">
            OpenAPI
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
