import { NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { useFunnels } from '../funnel-data/queries.js';
import { Trial } from './trial.js';

/** What the newest shoppers of a published funnel would see with changes that concern all funnels. */
export function FunnelTrial(props: {
  parts: Omit<Schemas['ReplayRequest'], 'last'>;
  toVariantName?: (variantId: string) => string;
}) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const funnels = useFunnels(handle).data;
  const published = (funnels ?? []).filter((funnel) => funnel.published);
  const [chosen, setChosen] = useState<string>();
  const subdomain = chosen ?? published[0]?.subdomain;
  if (subdomain === undefined) return funnels ? <Text size="sm">{t('draft.trial.unpublished')}</Text> : null;
  return (
    <Stack gap="sm">
      {published.length > 1 && (
        <NativeSelect
          size="sm"
          maw="20rem"
          label={t('draft.trial.funnel')}
          value={subdomain}
          data={published.map((funnel) => ({ value: funnel.subdomain, label: funnel.name }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <Trial subdomain={subdomain} {...props} />
    </Stack>
  );
}
