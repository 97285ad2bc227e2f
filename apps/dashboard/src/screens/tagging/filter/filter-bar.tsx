import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { type ReactNode, type Ref, useId, useMemo } from 'react';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useFunnels } from '../../../shared/funnel-data/queries.js';
import type { GridModel } from '../grid/grid-model.js';
import { nameRow } from '../grid/state-text.js';
import { getPattern, type Shown, type TaggingFilter } from './tagging-filter.js';
import type { FilterChange } from './use-filter.js';

/** Before the sub-domain of a funnel, in the value of a choice. */
const NEVER = 'never ';
const MAX_SUGGESTIONS = 50;

/** Which rows and columns the grid shows. @param props.children - what else is in the bar. */
export function FilterBar(props: {
  model: GridModel;
  filter: TaggingFilter;
  onFilter: (change: FilterChange) => void;
  searchField: Ref<HTMLInputElement>;
  children: ReactNode;
}) {
  const { model, filter, onFilter } = props;
  const { t } = useI18n();
  const { handle } = useCompany();
  const published = (useFunnels(handle).data ?? []).filter((funnel) => funnel.published);
  const listId = useId();
  const suggestions = useMemo(() => {
    const part = (filter.tag ?? '').trim().toLowerCase();
    return part === '' ? [] : model.tags.filter((tag) => tag.toLowerCase().includes(part)).slice(0, MAX_SUGGESTIONS);
  }, [model, filter.tag]);
  const pattern = getPattern(filter);
  const patternRow = pattern && model.findRow(pattern.kind, pattern.id);
  return (
    <>
      <Group align="flex-end" gap="sm">
        <TextInput
          ref={props.searchField}
          type="search"
          label={t('tagging.search')}
          value={filter.query ?? ''}
          onChange={({ currentTarget }) => onFilter({ query: currentTarget.value })}
          maxLength={200}
        />
        <TextInput
          type="search"
          label={t('tagging.with-tag')}
          value={filter.tag ?? ''}
          onChange={({ currentTarget }) => onFilter({ tag: currentTarget.value })}
          list={listId}
          autoComplete="off"
          maxLength={200}
        />
        <datalist id={listId}>
          {suggestions.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <NativeSelect
          label={t('tagging.namespace')}
          value={filter.namespace ?? ''}
          onChange={({ currentTarget }) => onFilter({ namespace: currentTarget.value })}
          data={[
            { value: '', label: t('tagging.namespace.all') },
            ...[...new Set(model.tags.map((tag) => tag.slice(0, tag.indexOf(':'))))].map((name) => ({
              value: name,
              label: name,
            })),
          ]}
        />
        <NativeSelect
          label={t('tagging.only')}
          value={filter.only === 'never' ? `${NEVER}${filter.funnel ?? ''}` : (filter.only ?? '')}
          onChange={({ currentTarget: { value } }) =>
            onFilter(
              value.startsWith(NEVER)
                ? { only: 'never', funnel: value.slice(NEVER.length) }
                : { only: (value || undefined) as Shown | undefined, funnel: undefined },
            )
          }
          data={[
            { value: '', label: t('tagging.only.all') },
            { value: 'changed', label: t('tagging.only.changed') },
            { value: 'untagged', label: t('tagging.only.untagged') },
            { value: 'available', label: t('tagging.only.available') },
            ...published.map(({ subdomain, name }) => ({
              value: `${NEVER}${subdomain}`,
              label: t('tagging.only.never', { funnel: name }),
            })),
          ]}
        />
        {props.children}
      </Group>
      {pattern && (
        <Group gap="xs">
          <Text size="sm" className="wrap-anywhere">
            {t('tagging.same-as', { name: patternRow === undefined ? pattern.id : nameRow(t, model, patternRow) })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onFilter({ product: undefined, variant: undefined })}
          >
            {t('tagging.same-as.clear')}
          </Button>
        </Group>
      )}
    </>
  );
}
