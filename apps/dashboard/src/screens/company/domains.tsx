import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSettingsChange } from '../../api/settings.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Rows } from '../../shared/rows.js';

/** Each domain is added and removed by itself, on the state of that moment: two users never overwrite each other. */
export function Domains(props: { handle: string; domains: readonly string[]; mayWrite: boolean }) {
  const { t } = useI18n();
  const [domain, setDomain] = useState('');
  const add = useSettingsChange(props.handle);
  const remove = useSettingsChange(props.handle);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const added = toHost(domain);
    add.mutate(({ domains }) => ({ domains: [...new Set([...domains, added])] }), {
      // The next one may have been typed already.
      onSuccess: () => setDomain((typed) => (toHost(typed) === added ? '' : typed)),
    });
  };
  return (
    <Stack gap="sm">
      {props.domains.length === 0 ? (
        <Text c="dimmed">{t('company.domains.empty')}</Text>
      ) : (
        <Rows
          caption={t('company.domains')}
          items={props.domains.map((name) => ({ name }))}
          toKey={({ name }) => name}
          columns={[
            { title: t('company.domain'), cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
            {
              title: t('list.actions'),
              cell: ({ name }) => (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={!props.mayWrite || remove.isPending}
                  aria-label={t('company.domain.remove.named', { name })}
                  onClick={() => remove.mutate(({ domains }) => ({ domains: domains.filter((each) => each !== name) }))}
                >
                  {t('company.domain.remove')}
                </Button>
              ),
            },
          ]}
        />
      )}
      <ErrorNotice error={remove.error} />
      {props.mayWrite && (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Group align="flex-end" gap="xs">
              <TextInput
                label={t('company.domain')}
                placeholder="shop.example"
                value={domain}
                onChange={({ currentTarget }) => setDomain(currentTarget.value)}
                autoCapitalize="none"
                spellCheck={false}
                required
                flex={1}
                miw="12rem"
              />
              <Button type="submit" variant="default" loading={add.isPending}>
                {t('company.domain.add')}
              </Button>
            </Group>
            <ErrorNotice error={add.error} />
          </Stack>
        </form>
      )}
    </Stack>
  );
}

/** What is copied from the address bar is a whole address; wanted is its host. */
const toHost = (text: string): string => {
  const trimmed = text.trim();
  return (/^https?:\/\//i.test(trimmed) && URL.parse(trimmed)?.host) || trimmed.toLowerCase();
};
