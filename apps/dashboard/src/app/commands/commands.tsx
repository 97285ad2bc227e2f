import { Combobox, ScrollArea, Stack, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, load } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { findCompany, useMe } from '../company.js';
import { listNavigation } from '../navigation.js';
import { type Command, type CommandGroup, filterCommands } from './filter-commands.js';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';

const DELAY_MS = 200;
const MAX_FOUND = 8;

/**
 * Search over screens, companies, funnels and products. A listbox of Mantine rather than its Spotlight, whose choices have no role and
 * whose groups are generated content, so that screen readers get neither. docs/dashboard.md Y5.5.
 */
export function Commands({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const groups = useGroups(query);
  const combobox = useCombobox({ opened: true });
  const { selectFirstOption } = combobox;
  const shown = groups.flatMap(({ commands }) => commands);
  const names = shown.map(toKey).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: with other choices, the first one is chosen again.
  useEffect(() => void selectFirstOption(), [names, selectFirstOption]);
  const run = (value: string) => {
    const command = shown.find((each) => toKey(each) === value);
    if (!command) return;
    onClose();
    void navigate({ to: command.to, search: (command.search ?? {}) as never });
  };
  return (
    <Dialog onClose={onClose} title={t('commands.title')} size="lg">
      <Combobox store={combobox} onOptionSubmit={run}>
        <Stack gap="sm">
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              label={t('commands.search')}
              description={t('commands.search.text')}
              value={query}
              onChange={({ currentTarget }) => setQuery(currentTarget.value)}
              role="combobox"
              aria-autocomplete="list"
              data-autofocus
            />
          </Combobox.EventsTarget>
          <Text role="status" size="sm">
            {shown.length === 0 ? t('commands.none', { query }) : ''}
          </Text>
          <ScrollArea.Autosize mah="min(24rem, 50vh)" type="auto">
            <Combobox.Options aria-label={t('commands.search')}>
              {groups.map(({ title, commands }) => (
                <Combobox.Group key={title} label={title} role="group" aria-label={title}>
                  {commands.map((command) => (
                    <Combobox.Option key={toKey(command)} value={toKey(command)}>
                      <span className="wrap-anywhere">{command.label}</span>
                      {command.detail && (
                        <Text component="span" size="sm" c="inherit" ms="xs" className="wrap-anywhere">
                          {command.detail}
                        </Text>
                      )}
                    </Combobox.Option>
                  ))}
                </Combobox.Group>
              ))}
            </Combobox.Options>
          </ScrollArea.Autosize>
        </Stack>
      </Combobox>
    </Dialog>
  );
}

const toKey = ({ to, search }: Command): string => (search ? `${to} ${JSON.stringify(search)}` : to);

function useGroups(query: string): CommandGroup[] {
  const { t } = useI18n();
  const me = useMe();
  const { company: handle } = useParams({ strict: false });
  const company = handle === undefined ? undefined : findCompany(me, handle);
  const toCompany = (path: string) => path.replace('$company', company?.handle ?? '');
  const screens: Command[] = [
    ...(company
      ? listNavigation(company).flatMap(({ entries }) =>
          entries.map(({ label, to }) => ({ label: t(label), to: toCompany(to) })),
        )
      : []),
    { label: t('account.title'), to: '/me' },
    ...(me.platformAdmin
      ? [
          { label: t('companies.title'), to: '/platform/companies' },
          { label: t('users.title'), to: '/platform/users' },
          { label: `${t('platform.title')}: ${t('nav.audit')}`, to: '/platform/audit' },
          { label: t('health.title'), to: '/platform/health' },
        ]
      : []),
  ];
  const companies = me.memberships
    .filter((each) => each.handle !== handle)
    .map((each): Command => ({ label: each.name, detail: each.handle, to: `/c/${each.handle}` }));
  return [
    { title: t('commands.screens'), commands: filterCommands(screens, query) },
    { title: t('nav.funnels'), commands: filterCommands(useFunnels(company?.handle), query) },
    { title: t('nav.products'), commands: useProducts(company?.handle, query) },
    { title: t('companies.title'), commands: filterCommands(companies, query) },
  ].filter(({ commands }) => commands.length > 0);
}

function useFunnels(handle: string | undefined): Command[] {
  const { data = [] } = useQuery({
    queryKey: ['commands', handle, 'funnels'],
    queryFn: async () =>
      (
        await load(
          api.GET('/api/admin/v1/companies/{handle}/funnels', {
            params: { path: { handle: handle as string }, query: { limit: 100 } },
          }),
        )
      ).data,
    enabled: handle !== undefined,
  });
  return data.map(({ name, subdomain }) => ({
    label: name,
    detail: subdomain,
    to: `/c/${handle}/funnels/${subdomain}`,
  }));
}

/** The service searches products: there may be many. */
function useProducts(handle: string | undefined, query: string): Command[] {
  const [wanted] = useDebouncedValue(query.trim(), DELAY_MS);
  const { data = [] } = useQuery({
    queryKey: ['commands', handle, 'products', wanted],
    queryFn: async () =>
      (
        await load(
          api.GET('/api/admin/v1/companies/{handle}/catalog/products', {
            params: { path: { handle: handle as string }, query: { limit: MAX_FOUND, query: wanted } },
          }),
        )
      ).data,
    enabled: handle !== undefined && wanted.length > 1,
    placeholderData: (before) => before,
  });
  if (query.trim().length < 2) return [];
  return data.map(({ shopSystemId: id, name }) => ({
    label: name,
    detail: id,
    to: `/c/${handle}/products/details`,
    search: { product: id },
  }));
}
