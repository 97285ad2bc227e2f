import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { PageTitle } from '../../shared/page-title.js';
import { Section } from '../../shared/section.js';
import { AnalysisRecord } from './analysis-record.js';
import { EraseByEmail } from './erase-by-email.js';
import { toWanted } from './record-facts.js';

/** What is stored of one shopper, and its erasure. Contact data is never shown. */
export function Shoppers() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const navigate = useNavigate();
  const { analysis } = toWanted(useSearch({ strict: false }));
  const show = (wanted: string) =>
    void navigate({ to: '/c/$company/shoppers', params: { company: handle }, search: toWanted({ analysis: wanted }) });
  return (
    <Stack gap="xl" maw="52rem">
      <PageTitle title={t('shoppers.title')} text={t('shoppers.text')} />
      <Section title={t('shoppers.find')} text={t('shoppers.find.text')}>
        <Search key={analysis ?? ''} current={analysis ?? ''} onSearch={show} />
        {analysis !== undefined && <AnalysisRecord key={analysis} id={analysis} onErased={() => show('')} />}
      </Section>
      <Section title={t('shoppers.erase')} text={t('shoppers.erase.text')}>
        <EraseByEmail />
      </Section>
    </Stack>
  );
}

function Search({ current, onSearch }: { current: string; onSearch: (id: string) => void }) {
  const { t } = useI18n();
  const [id, setId] = useState(current);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(id);
  };
  return (
    <search aria-label={t('shoppers.find')}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs">
          <TextInput
            label={t('shoppers.id')}
            value={id}
            onChange={({ currentTarget }) => setId(currentTarget.value)}
            spellCheck={false}
            autoCapitalize="none"
            required
            flex={1}
            miw="12rem"
          />
          <Button type="submit" variant="default">
            {t('shoppers.show')}
          </Button>
        </Group>
      </form>
    </search>
  );
}
