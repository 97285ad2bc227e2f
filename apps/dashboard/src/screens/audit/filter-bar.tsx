import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api, load } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { type Filter, PLATFORM_TOKEN, toFilter } from './filter.js';

/** Groups of actions, by the permission that their names begin with. */
const GROUPS = [
  { value: 'analysis.erase', label: 'audit.group.erasure' },
  { value: 'audit.read', label: 'audit.group.audit' },
  { value: 'blueprint.write', label: 'audit.group.file' },
  { value: 'catalog.import', label: 'audit.group.import' },
  { value: 'delivery.read', label: 'audit.group.delivery-read' },
  { value: 'delivery.redeliver', label: 'audit.group.delivery' },
  { value: 'funnel.publish', label: 'audit.group.publish' },
  { value: 'integration.write', label: 'audit.group.integration' },
  { value: 'key.manage', label: 'audit.group.key' },
  { value: 'member.invite', label: 'audit.group.invitation' },
  { value: 'member.manage', label: 'audit.group.member' },
  { value: 'settings.write', label: 'audit.group.settings' },
] as const;

/** Choices apply immediately; days with the button, since they are typed. */
export function FilterBar({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const [from, setFrom] = useState(filter.from ?? '');
  const [to, setTo] = useState(filter.to ?? '');
  const members = useList(['members', handle], (cursor) =>
    load(
      api.GET('/api/admin/v1/companies/{handle}/members', {
        params: { path: { handle }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
      }),
    ),
  );
  const people = (members.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
  const actors = [
    { value: '', label: t('audit.all') },
    ...people,
    { value: PLATFORM_TOKEN, label: t('audit.platform-token') },
    // A former member, from a link.
    ...(filter.actor && filter.actor !== PLATFORM_TOKEN && !people.some(({ value }) => value === filter.actor)
      ? [{ value: filter.actor, label: filter.actor }]
      : []),
  ];
  const groups = GROUPS.map(({ value, label }) => ({ value: value as string, label: t(label) })).sort((a, b) =>
    a.label.localeCompare(b.label),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(toFilter({ ...filter, from, to }));
  };
  return (
    <search aria-label={t('audit.filter')}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={t('audit.actor')}
            value={filter.actor ?? ''}
            onChange={({ currentTarget }) => onChange(toFilter({ ...filter, actor: currentTarget.value }))}
            data={actors}
            maw="100%"
          />
          <NativeSelect
            label={t('audit.action')}
            value={filter.action ?? ''}
            onChange={({ currentTarget }) => onChange(toFilter({ ...filter, action: currentTarget.value }))}
            data={[{ value: '', label: t('audit.all') }, ...groups]}
            maw="100%"
          />
          <TextInput
            type="date"
            label={t('audit.from')}
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('audit.to')}
            value={to}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {t('audit.apply')}
          </Button>
        </Group>
      </form>
    </search>
  );
}
