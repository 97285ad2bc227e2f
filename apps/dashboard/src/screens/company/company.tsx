import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../api/settings.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { Section } from '../../shared/section.js';
import { Domains } from './domains.js';
import { General } from './general.js';

/** What a company is itself. Readers see it; administrators change it. */
export function CompanySettings() {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const settings = useQuery(settingsQuery(handle));
  const mayWrite = can('settings.write');
  return (
    <Stack gap="xl" maw="44rem">
      <PageTitle title={t('company.title')} text={t('company.text')} />
      <Loaded query={settings}>
        {({ value }) => (
          <>
            {!mayWrite && <Text>{t('company.read-only')}</Text>}
            <Section title={t('company.general')}>
              <General handle={handle} settings={value} mayWrite={mayWrite} />
            </Section>
            <Section title={t('company.domains')} text={t('company.domains.text')}>
              <Domains handle={handle} domains={value.domains} mayWrite={mayWrite} />
            </Section>
          </>
        )}
      </Loaded>
    </Stack>
  );
}
