import { Badge, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Schemas } from '../../../api/client.js';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { ErrorNotice } from '../../../shared/notices/error-notice.js';
import { NothingFound } from '../../../shared/notices/nothing-found.js';
import { Warnings } from '../../../shared/notices/warnings.js';
import { Rows } from '../../../shared/rows.js';
import { toLocalText } from '../../../shared/to-local-text.js';
import type { UnsavedOperations } from '../../../shared/unsaved/unsaved-operations.js';
import { EndedTests } from '../ended-tests.js';
import { filterRows } from '../filter/filter-rows.js';
import { GridModel } from '../grid/grid-model.js';
import { nameRow, toStateText } from '../grid/state-text.js';
import type { LoadedMatrix } from '../queries.js';
import { useSaveOperations } from '../use-save-operations.js';
import { type AnswerColumn, type AnswerEffect, createAnswerColumns } from './answer-cells.js';

/** Rows that are added at a time. */
const PAGE = 60;

const EFFECTS = {
  REQUIRED: { text: 'answers.effect.required', color: 'green' },
  PREFERRED: { text: 'answers.effect.preferred', color: 'blue' },
  AVOIDED: { text: 'answers.effect.avoided', color: 'red' },
  FILTERED: { text: 'answers.effect.filtered', color: 'gray' },
  NONE: { text: 'answers.effect.none', color: 'gray' },
} as const satisfies Record<AnswerEffect, { text: string; color: string }>;

/** Rows are products and variants, columns the answers to one question. A cell of an answer with a single tag sets that tag. */
export function AnswersEditor(props: {
  company: string;
  loaded: LoadedMatrix;
  unsaved: UnsavedOperations;
  step: Schemas['BlueprintStep'];
  /** Part of a name or of an id. */
  query: string;
  /** Clears the search. */
  onClear: () => void;
}) {
  const { company, loaded, unsaved, step, query } = props;
  const { t, count, number, locale } = useI18n();
  const canWrite = useCompany().can('tagging.write');
  const [{ model, hidden, answers }] = useState(() => {
    const created = new GridModel(loaded.matrix);
    const notShown = created.restore(loaded.operations);
    const options = (step.selections ?? []).map(({ key, tags }) => ({
      key,
      tags: { require: tags?.require ?? [], prefer: tags?.prefer ?? [], avoid: tags?.avoid ?? [] },
    }));
    const question = { isStrict: step.strict ?? false, options };
    return { model: created, hidden: notShown, answers: createAnswerColumns(created, question) };
  });
  const [revision, setRevision] = useState(0);
  const [shown, setShown] = useState(PAGE);
  const [isLost, setLost] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the operations follow from the revision.
  const operations = useMemo(() => [...hidden, ...model.listOperations()], [model, hidden, revision]);
  const { save, saved, isWaiting, forgetSaved } = useSaveOperations(company, unsaved, operations);
  const rows = useMemo(() => filterRows(model, { query }, []), [model, query]);
  const isReadOnly = !canWrite || save.isPending;

  function changed(): void {
    setRevision((before) => before + 1);
    forgetSaved();
    unsaved.write([...hidden, ...model.listOperations()]).catch(() => setLost(true));
  }
  const toCaption = (key: string) =>
    toLocalText(step.selections?.find((option) => option.key === key)?.caption, locale.split('-')[0] as string) || key;

  return (
    <Stack gap="sm">
      {!canWrite && <Text c="dimmed">{t('tagging.read-only')}</Text>}
      <Text size="sm" c="dimmed">
        {t('answers.cells')}
      </Text>
      {canWrite && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={isReadOnly || !model.canUndo}
            onClick={() => model.undo() && changed()}
          >
            {t('tagging.undo')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isReadOnly || !model.canRedo}
            onClick={() => model.redo() && changed()}
          >
            {t('tagging.redo')}
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
      <Text role="status" size="sm" c="dimmed" mih="1.4em">
        {isWaiting
          ? t('tagging.waiting')
          : isLost
            ? t('tagging.not-stored')
            : saved
              ? t('tagging.saved', { applied: number(saved.applied), without: number(saved.withoutEffect) })
              : t('tagging.rows-shown', {
                  shown: number(Math.min(shown, rows.length)),
                  all: number(model.rowCount),
                })}
      </Text>
      <EndedTests operations={operations} />
      <ErrorNotice error={save.error} onRetry={() => save.mutate()} />
      <Warnings warnings={saved?.warnings} />
      {rows.length === 0 ? (
        <NothingFound title={t('tagging.none-found')} text={t('tagging.none-found.text')} onClear={props.onClear} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard.
        <section className="scroll-x" tabIndex={0} aria-label={t('answers.title')}>
          <Rows
            caption={t('answers.title')}
            items={rows.slice(0, shown).map((row) => ({ row }))}
            toKey={({ row }) => String(row)}
            columns={[
              {
                title: t('tagging.rows'),
                cell: ({ row }) => (
                  <Text span size="sm" fw={model.isProduct(row) ? 600 : undefined} className="wrap-anywhere">
                    {model.isProduct(row) ? model.names[row] : model.getShortName(row)}
                  </Text>
                ),
              },
              ...answers.columns.map((column) => ({
                title: toCaption(column.key),
                cell: ({ row }: { row: number }) => (
                  <AnswerCell
                    model={model}
                    row={row}
                    column={column}
                    effect={answers.getEffect(row, column)}
                    name={t('answers.cell', { answer: toCaption(column.key), name: nameRow(t, model, row) })}
                    isReadOnly={isReadOnly}
                    onChange={(isSet) => {
                      if (column.editable !== undefined && model.write([[row, column.editable, isSet]]) > 0) changed();
                    }}
                  />
                ),
              })),
            ]}
          />
        </section>
      )}
      {rows.length > shown && (
        <Group justify="center">
          <Button variant="default" onClick={() => setShown(shown + PAGE)}>
            {t('list.more')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function AnswerCell(props: {
  model: GridModel;
  row: number;
  column: AnswerColumn;
  effect: AnswerEffect;
  /** Answer and row. */
  name: string;
  isReadOnly: boolean;
  onChange: (isSet: boolean) => void;
}) {
  const { model, row, column, effect } = props;
  const { t } = useI18n();
  const { text, color } = EFFECTS[effect];
  // A product is not matched itself; its row shows what is said of all of its variants.
  const shown = (effect !== 'NONE' || !model.isProduct(row)) && (
    <Badge color={color} variant={effect === 'NONE' ? 'transparent' : 'dot'} component="span">
      {t(text)}
    </Badge>
  );
  if (column.editable === undefined) return shown;
  const state = model.getState(row, column.editable);
  const isChanged = model.isChanged(row, column.editable);
  const says = state === 'LOCKED' || state === 'MIXED' ? t(toStateText(model, row, column.editable)) : undefined;
  return (
    <Checkbox
      aria-label={props.name}
      label={shown}
      description={isChanged ? t('tagging.item.changed') : says}
      checked={state === 'SET' || state === 'LOCKED'}
      indeterminate={state === 'MIXED'}
      disabled={props.isReadOnly || state === 'LOCKED'}
      onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
    />
  );
}
