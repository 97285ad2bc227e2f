import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/notices/error-notice.js';
import { Notice } from '../../shared/notices/notice.js';
import { Warnings } from '../../shared/notices/warnings.js';
import type { UnsavedOperations } from '../../shared/unsaved/unsaved-operations.js';
import { EffectDialog } from './effect-dialog.js';
import { EndedTests } from './ended-tests.js';
import { FilterBar } from './filter/filter-bar.js';
import { filterColumns, filterRows } from './filter/filter-rows.js';
import { NO_FILTER, type TaggingFilter } from './filter/tagging-filter.js';
import { useFilter } from './filter/use-filter.js';
import { fillCells } from './grid/fill-cells.js';
import { GridModel, type TaggingOperation } from './grid/grid-model.js';
import { type Corners, fit, getCorners, getFill, type Selection, START } from './grid/selection.js';
import { type GridActions, TagGrid } from './grid/tag-grid.js';
import type { Item } from './item.js';
import { NeverMatched } from './never-matched.js';
import { MAX_TAGS, NewTag } from './new-tag.js';
import { useNeverMatched } from './queries.js';
import { CopyTagsDialog } from './tables/copy-tags-dialog.js';
import { ListFile } from './tables/list-file.js';
import { PasteDialog } from './tables/paste-dialog.js';
import { listRefusedRows, type PastePlan, planPaste } from './tables/plan-paste.js';
import { readTable, writeTable } from './tables/read-table.js';
import { useSaveOperations } from './use-save-operations.js';

const STORE_AFTER_MS = 200;

type Cell = readonly [row: number, column: number];

/** The grid with its filters, the bar of what can be done, and what is not saved. */
export function TaggingEditor(props: {
  company: string;
  loaded: { matrix: Schemas['TagMatrix']; operations: TaggingOperation[] };
  unsaved: UnsavedOperations;
  /** Of the address. */
  filter: TaggingFilter;
  onFilter: (filter: TaggingFilter) => void;
  onOpen: (item: Item) => void;
}) {
  const { company, loaded, unsaved } = props;
  const [filter, onFilter] = useFilter(props.filter, props.onFilter);
  const { matrix } = loaded;
  const { t, count, number } = useI18n();
  const canWrite = useCompany().can('tagging.write');
  const [{ model, hidden }] = useState(() => {
    const created = new GridModel(matrix);
    return { model: created, hidden: created.restore(loaded.operations) };
  });
  const [revision, setRevision] = useState(0);
  const [selection, setSelection] = useState<Selection>(START);
  const [said, setSaid] = useState('');
  const [pasted, setPasted] = useState<PastePlan & { table: string[][] }>();
  const [dialog, setDialog] = useState<'effect' | 'copy'>();
  const filterField = useRef<HTMLInputElement>(null);

  const columnCount = model.tags.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new column changes the model itself.
  const columns = useMemo(() => filterColumns(model, filter.namespace), [model, filter.namespace, columnCount]);
  // Rows stay where they are while cells change, so that no row disappears under the cursor.
  const never = useNeverMatched(company, filter.only === 'never' ? filter.funnel : undefined);
  const neverFirst = never.data?.first;
  const rows = useMemo(() => filterRows(model, filter, columns, neverFirst), [model, filter, columns, neverFirst]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the operations follow from the revision.
  const operations = useMemo(() => [...hidden, ...model.listOperations()], [model, hidden, revision]);

  const store = useDebouncedCallback(
    () => {
      unsaved.write([...hidden, ...model.listOperations()]).catch(() => setSaid(t('tagging.not-stored')));
    },
    { delay: STORE_AFTER_MS, flushOnUnmount: true },
  );

  const { save, saved, isWaiting, forgetSaved } = useSaveOperations(company, unsaved, operations);
  const isReadOnly = !canWrite || save.isPending;

  function changed(text: string): void {
    setRevision((before) => before + 1);
    setSaid(text);
    forgetSaved();
    store();
  }
  const size = { rows: rows.length, columns: columns.length, page: 1 };
  const corners = getCorners(fit(selection, size));
  const activeRow = rows[fit(selection, size).active.row];
  function showSame(): void {
    if (activeRow === undefined) return;
    const id = model.ids[activeRow];
    const isProduct = model.isProduct(activeRow);
    onFilter({ product: isProduct ? id : undefined, variant: isProduct ? undefined : id });
  }
  function* listCells(): Generator<Cell> {
    for (let row = corners.from.row; row <= corners.to.row; row++) {
      for (let column = corners.from.column; column <= corners.to.column; column++) {
        yield [rows[row] ?? 0, columns[column] ?? 0];
      }
    }
  }
  function write(isSet: boolean): void {
    if (isReadOnly || rows.length === 0 || columns.length === 0) return;
    const cells = [...listCells()].map(([row, column]): [number, number, boolean] => [row, column, isSet]);
    const done = model.write(cells);
    if (done > 0) changed(count(isSet ? 'tagging.said.set' : 'tagging.said.cleared', done));
    else setSaid(t('tagging.said.nothing'));
  }
  function step(kind: 'undo' | 'redo'): void {
    if (isReadOnly) return;
    if (model[kind]()) changed(t(kind === 'undo' ? 'tagging.said.undone' : 'tagging.said.redone'));
  }
  function fill(area: { source: Corners; target: Corners } | undefined): void {
    if (isReadOnly || !area) return;
    const done = model.write([...fillCells(model, { rows, columns }, area)]);
    if (done > 0) changed(count('tagging.said.filled', done));
    else setSaid(t('tagging.said.nothing'));
  }
  function copy(withHeaders: boolean): string {
    const shown = columns.slice(corners.from.column, corners.to.column + 1);
    const table = rows
      .slice(corners.from.row, corners.to.row + 1)
      .map((row) => [
        ...(withHeaders ? [model.ids[row] ?? ''] : []),
        ...shown.map((column) => (['SET', 'LOCKED'].includes(model.getState(row, column)) ? 'x' : '')),
      ]);
    setSaid(count('tagging.said.copied', table.length * shown.length));
    return writeTable(withHeaders ? [['id', ...shown.map((column) => model.tags[column] ?? '')], ...table] : table);
  }
  const plan = (table: string[][]) => planPaste(model, table, { rows, columns, ...corners });
  const actions: GridActions = {
    onToggle: () => write(model.hasSettable(listCells())),
    onClear: () => write(false),
    onFill: (direction) => fill(getFill(corners, direction)),
    onFillTo: isReadOnly ? undefined : (source, target) => fill({ source, target }),
    onOpen: (row) => props.onOpen({ kind: model.kindOf(row), id: model.ids[row] ?? '' }),
    onUndo: () => step('undo'),
    onRedo: () => step('redo'),
    onPaste(text) {
      if (isReadOnly || text === '') return;
      const table = readTable(text);
      setPasted({ ...plan(table), table });
    },
    onCopy({ withHeaders, isCut }) {
      const text = copy(withHeaders);
      if (isCut) write(false);
      return text;
    },
  };

  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      filterField.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);

  const isTooMany = matrix.tagTotal > matrix.tags.length || matrix.variantTotal > matrix.variants.id.length;
  return (
    <Stack gap="sm">
      {!canWrite && <Text c="dimmed">{t('tagging.read-only')}</Text>}
      {isTooMany && (
        <Alert color="yellow">
          {t('tagging.too-many', {
            variants: number(matrix.variants.id.length),
            variantTotal: number(matrix.variantTotal),
            tags: number(matrix.tags.length),
            tagTotal: number(matrix.tagTotal),
          })}
        </Alert>
      )}
      <FilterBar model={model} filter={filter} onFilter={onFilter} searchField={filterField}>
        {canWrite && (
          <NewTag
            action={t('tagging.new.add')}
            isFull={model.tags.length >= MAX_TAGS}
            isDisabled={save.isPending}
            onAdd={(tag) => {
              model.addColumn(tag);
              onFilter({ namespace: filter.namespace && tag.slice(0, tag.indexOf(':')) });
              setRevision((before) => before + 1);
              setSaid(t('tagging.said.column', { tag }));
            }}
          />
        )}
      </FilterBar>
      {filter.only === 'never' && <NeverMatched query={never} />}
      {canWrite && (
        <Group gap="xs" role="toolbar" aria-label={t('tagging.bar')}>
          <Button size="xs" variant="default" disabled={isReadOnly} onClick={() => write(true)}>
            {t('tagging.set')}
          </Button>
          <Button size="xs" variant="default" disabled={isReadOnly} onClick={() => write(false)}>
            {t('tagging.clear')}
          </Button>
          <Button size="xs" variant="default" disabled={isReadOnly || !model.canUndo} onClick={() => step('undo')}>
            {t('tagging.undo')}
          </Button>
          <Button size="xs" variant="default" disabled={isReadOnly || !model.canRedo} onClick={() => step('redo')}>
            {t('tagging.redo')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isReadOnly || rows.length === 0 || columns.length === 0}
            onClick={() => setDialog('copy')}
          >
            {t('tagging.copy-tags')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={operations.length === 0 || save.isPending}
            onClick={() => setDialog('effect')}
          >
            {t('tagging.effect')}
          </Button>
          <Button
            size="xs"
            data-saves
            disabled={operations.length === 0 || save.isPending}
            loading={save.isPending && !isWaiting}
            onClick={() => save.mutate()}
          >
            {count('tagging.save', operations.length)}
          </Button>
        </Group>
      )}
      <Group gap="xs">
        <Button size="compact-sm" variant="default" disabled={activeRow === undefined} onClick={showSame}>
          {t('tagging.same')}
        </Button>
        <ListFile company={company} model={model} rows={rows} isReadOnly={isReadOnly} plan={plan} onPlan={setPasted} />
        <Text size="sm" c="dimmed">
          {t('tagging.rows-shown', { shown: number(rows.length), all: number(model.rowCount) })}
        </Text>
      </Group>
      <Text role="status" size="sm" c="dimmed" mih="1.4em">
        {isWaiting
          ? t('tagging.waiting')
          : saved
            ? t('tagging.saved', { applied: number(saved.applied), without: number(saved.withoutEffect) })
            : said}
      </Text>
      <EndedTests operations={operations} />
      <ErrorNotice error={save.error} onRetry={() => save.mutate()} />
      <Warnings warnings={saved?.warnings} />
      {rows.length === 0 || columns.length === 0 ? (
        <Notice title={t('tagging.none-found')} text={t('tagging.none-found.text')}>
          <Button variant="default" onClick={() => onFilter(NO_FILTER)}>
            {t('tagging.clear-filters')}
          </Button>
        </Notice>
      ) : (
        <TagGrid
          model={model}
          rows={rows}
          columns={columns}
          selection={selection}
          onSelect={setSelection}
          revision={revision}
          {...actions}
        />
      )}
      <Text size="sm" c="dimmed">
        {t('tagging.keys')}
      </Text>
      {dialog === 'effect' && (
        <EffectDialog model={model} operations={operations} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'copy' && (
        <CopyTagsDialog
          model={model}
          targets={rows.slice(corners.from.row, corners.to.row + 1)}
          columns={columns}
          onClose={() => setDialog(undefined)}
          onApply={({ cells }) => {
            const done = model.write(cells);
            setDialog(undefined);
            changed(count('tagging.said.copied-tags', done));
          }}
        />
      )}
      {pasted && (
        <PasteDialog
          plan={pasted}
          onCopyRefused={async () => navigator.clipboard.writeText(writeTable(listRefusedRows(pasted.table, pasted)))}
          onClose={() => setPasted(undefined)}
          onApply={() => {
            const done = model.write(pasted.cells);
            setPasted(undefined);
            changed(count('tagging.said.pasted', done));
          }}
        />
      )}
    </Stack>
  );
}
