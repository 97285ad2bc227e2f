import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useList } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { type Filter, PLATFORM_TOKEN, toFilter } from './filter.js';
import type { Scope } from './scope.js';

/** Choices apply immediately; days with the button, since they are typed. */
export function FilterBar(props: { scope: Scope; filter: Filter; onChange: (filter: Filter) => void }) {
  const { scope, filter, onChange } = props;
  const { t } = useI18n();
  const [from, setFrom] = useState(filter.from ?? '');
  const [to, setTo] = useState(filter.to ?? '');
  const found = useList(['people', ...scope.key], scope.listPeople);
  const people = (found.data ?? []).map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` }));
  const actors = [
    { value: '', label: t('audit.all') },
    ...people,
    { value: PLATFORM_TOKEN, label: t('audit.platform-token') },
    // A former member, from a link.
    ...(filter.actor && filter.actor !== PLATFORM_TOKEN && !people.some(({ value }) => value === filter.actor)
      ? [{ value: filter.actor, label: filter.actor }]
      : []),
  ];
  const groups = scope.groups
    .map(({ value, label }) => ({ value, label: t(label) }))
    .sort((a, b) => a.label.localeCompare(b.label));
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
            maw="min(100%, 16rem)"
          />
          <NativeSelect
            label={t('audit.action')}
            value={filter.action ?? ''}
            onChange={({ currentTarget }) => onChange(toFilter({ ...filter, action: currentTarget.value }))}
            data={[{ value: '', label: t('audit.all') }, ...groups]}
            maw="min(100%, 16rem)"
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
