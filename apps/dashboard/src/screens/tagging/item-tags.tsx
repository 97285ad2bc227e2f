import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useMemo, useState } from 'react';
import { useCompany, useMe } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import type { Translator } from '../../i18n/translator.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { NothingFound } from '../../shared/notices/nothing-found.js';
import { Notice } from '../../shared/notices/notice.js';
import { Warnings } from '../../shared/notices/warnings.js';
import { PageTitle } from '../../shared/page-title.js';
import { openUnsavedOperations, type UnsavedOperations } from '../../shared/unsaved/unsaved-operations.js';
import { EndedTests } from './ended-tests.js';
import { GridModel, type TaggingOperation } from './grid/grid-model.js';
import { nameRow, toStateText } from './grid/state-text.js';
import { type Item, toItem } from './item.js';
import { MAX_TAGS, NewTag } from './new-tag.js';
import { type LoadedMatrix, type Saved, saveOperations, useItemMatrix } from './queries.js';

/** The tags of one product or variant as a list of checkboxes: what the grid does, for users who do not work with a grid. */
export function ItemTags() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { user } = useMe();
  const item = toItem(useSearch({ strict: false }));
  const unsaved = useMemo(() => openUnsavedOperations(user.id, handle), [user.id, handle]);
  const matrix = useItemMatrix(handle, item, unsaved);
  const [saved, setSaved] = useState<Saved>();
  const title = matrix.data && toTitle(t, matrix.data, item);
  return (
    <Stack gap="md">
      <PageTitle
        title={title ?? t('tagging.item.heading')}
        text={t(item.kind === 'product' ? 'tagging.item.text.product' : 'tagging.item.text')}
      />
      <Loaded query={matrix}>
        {(loaded) => (
          <ItemEditor
            key={matrix.dataUpdatedAt}
            company={handle}
            item={item}
            loaded={loaded}
            unsaved={unsaved}
            saved={saved}
            onSaved={(next) => {
              setSaved(next);
              if (next) void matrix.refetch();
            }}
          />
        )}
      </Loaded>
      <Anchor renderRoot={(root) => <Link {...root} to={`/c/${handle}/products/tagging`} />}>
        {t('tagging.item.grid')}
      </Anchor>
    </Stack>
  );
}

/** Undefined: the catalog does not have it. */
function toTitle(t: Translator['t'], { matrix }: LoadedMatrix, { kind, id }: Item): string | undefined {
  const model = new GridModel(matrix);
  const row = model.findRow(kind, id);
  return row === undefined ? undefined : t('tagging.item.title', { name: nameRow(t, model, row) });
}

function ItemEditor(props: {
  company: string;
  item: Item;
  loaded: LoadedMatrix;
  unsaved: UnsavedOperations;
  /** What the last save did, until something changes. */
  saved: Saved | undefined;
  onSaved: (saved: Saved | undefined) => void;
}) {
  const { company, item, loaded, unsaved, saved, onSaved } = props;
  const { t, number } = useI18n();
  const client = useQueryClient();
  const canWrite = useCompany().can('tagging.write');
  const [{ model, hidden }] = useState(() => {
    const created = new GridModel(loaded.matrix);
    return { model: created, hidden: created.restore(loaded.operations) };
  });
  const [, setRevision] = useState(0);
  const [query, setQuery] = useState('');
  const row = model.findRow(item.kind, item.id);
  const isOwn = ({ kind, id }: TaggingOperation) => kind === item.kind && id === item.id;
  const operations = model.listOperations().filter(isOwn);
  /** Of other rows, which the grid has not saved. */
  const others = [...hidden, ...model.listOperations()].filter((operation) => !isOwn(operation));

  const save = useMutation<Saved, Error>({
    mutationFn: async () => {
      const done = await saveOperations(company, operations);
      await unsaved.write(others).catch(() => {});
      return done;
    },
    onSuccess: (done) => {
      // A save may end tests.
      void client.invalidateQueries({ queryKey: ['experiments', company] });
      onSaved(done);
    },
  });
  if (row === undefined)
    return <Notice title={t('tagging.item.none')} text={t('tagging.item.none.text', { id: item.id })} />;

  const changed = () => {
    setRevision((before) => before + 1);
    onSaved(undefined);
    unsaved.write([...hidden, ...model.listOperations()]).catch(() => {});
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const namespaces = groupColumns(model.tags, query.trim().toLowerCase());
  return (
    <>
      {!canWrite && <Text c="dimmed">{t('tagging.read-only')}</Text>}
      {loaded.matrix.tagTotal > loaded.matrix.tags.length && (
        <Text>
          {t('tagging.item.too-many', { shown: number(model.tags.length), all: number(loaded.matrix.tagTotal) })}
        </Text>
      )}
      <Group align="flex-end" gap="sm">
        <TextInput
          type="search"
          label={t('tagging.item.search')}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          maxLength={200}
        />
        {canWrite && (
          <NewTag
            action={t('tagging.item.add')}
            isFull={model.tags.length >= MAX_TAGS}
            isDisabled={save.isPending}
            onAdd={(tag) => {
              setQuery('');
              model.write([[row, model.addColumn(tag), true]]);
              changed();
            }}
          />
        )}
      </Group>
      <form onSubmit={submit}>
        <Stack gap="lg">
          {namespaces.size === 0 &&
            (query === '' ? (
              <Text c="dimmed">{t('tagging.item.no-tags')}</Text>
            ) : (
              <NothingFound title={t('tagging.item.none-found')} onClear={() => setQuery('')} />
            ))}
          {[...namespaces].map(([namespace, tags]) => (
            <Stack key={namespace} component="section" gap="xs" aria-label={namespace} role="group">
              <Title order={2} size="h5">
                {namespace}
              </Title>
              {tags.map(({ tag, column }) => {
                const state = model.getState(row, column);
                const isLocked = state === 'LOCKED';
                const says = isLocked || state === 'MIXED' ? t(toStateText(model, row, column)) : undefined;
                return (
                  <Checkbox
                    key={tag}
                    label={tag.slice(namespace.length + 1)}
                    description={model.isChanged(row, column) ? t('tagging.item.changed') : says}
                    checked={state === 'SET' || isLocked}
                    indeterminate={state === 'MIXED'}
                    disabled={!canWrite || isLocked || save.isPending}
                    onChange={({ currentTarget }) => {
                      model.write([[row, column, currentTarget.checked]]);
                      changed();
                    }}
                  />
                );
              })}
            </Stack>
          ))}
          <EndedTests operations={operations} />
          <ErrorNotice error={save.error} onRetry={() => save.mutate()} />
          <Warnings warnings={saved?.warnings} />
          {canWrite && (
            <Group>
              <Button type="submit" data-saves loading={save.isPending} disabled={operations.length === 0}>
                {t('tagging.item.save')}
              </Button>
              <Text role="status" size="sm" c="dimmed">
                {saved ? t('save.done') : operations.length > 0 ? t('tagging.item.unsaved') : ''}
              </Text>
            </Group>
          )}
        </Stack>
      </form>
    </>
  );
}

/** Columns whose tag contains a text, by namespace. */
function groupColumns(tags: readonly string[], part: string): Map<string, { tag: string; column: number }[]> {
  const groups = new Map<string, { tag: string; column: number }[]>();
  for (const [column, tag] of tags.entries()) {
    if (!tag.toLowerCase().includes(part)) continue;
    const namespace = tag.slice(0, tag.indexOf(':'));
    groups.set(namespace, [...(groups.get(namespace) ?? []), { tag, column }]);
  }
  return groups;
}
