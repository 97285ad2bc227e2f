import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type CompanySettings, settingsQuery } from '../../api/settings.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';

/** What a part of a screen of settings needs. */
export interface SettingsProps {
  handle: string;
  settings: CompanySettings;
  mayWrite: boolean;
}

/** The frame of a screen of settings: its heading, and who may only read. */
export function SettingsScreen(props: { title: string; text: string; children: (props: SettingsProps) => ReactNode }) {
  const { t } = useI18n();
  const { handle, can } = useCompany();
  const settings = useQuery(settingsQuery(handle));
  const mayWrite = can('settings.write');
  return (
    <Stack gap="xl" maw="44rem">
      <PageTitle title={props.title} text={props.text} />
      <Loaded query={settings}>
        {({ value }) => (
          <>
            {!mayWrite && <Text>{t('company.read-only')}</Text>}
            {props.children({ handle, settings: value, mayWrite })}
          </>
        )}
      </Loaded>
    </Stack>
  );
}
