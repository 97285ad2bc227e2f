import { Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import { Dialog } from '../../../shared/dialogs/dialog.js';
import { DialogForm } from '../../../shared/dialogs/dialog-form.js';
import type { GridModel } from '../grid/grid-model.js';
import { nameRow } from '../grid/state-text.js';
import { type CopyPlan, planCopy } from './plan-copy.js';

/** Rows to choose from at a time; the search finds the others. */
const MAX_CHOICES = 20;

/** Copies the tags of a product or a variant to the selected rows. */
export function CopyTagsDialog(props: {
  model: GridModel;
  /** The selected rows, and the shown columns. */
  targets: readonly number[];
  columns: readonly number[];
  onApply: (plan: CopyPlan) => void;
  onClose: () => void;
}) {
  const { model, targets, columns, onApply, onClose } = props;
  const { t, count } = useI18n();
  const [query, setQuery] = useState('');
  const [source, setSource] = useState<number>();
  const [withCatalog, setWithCatalog] = useState(false);
  const [isExact, setExact] = useState(false);
  const choices = useMemo(() => {
    const part = query.trim().toLowerCase();
    const found: number[] = [];
    for (const [row, text] of model.searchTexts.entries()) {
      if (text.includes(part)) found.push(row);
      if (found.length === MAX_CHOICES) break;
    }
    return found;
  }, [model, query]);
  const chosen = source !== undefined && choices.includes(source) ? source : undefined;
  const plan = useMemo(
    () => chosen !== undefined && planCopy(model, { source: chosen, targets, columns, withCatalog, isExact }),
    [model, chosen, targets, columns, withCatalog, isExact],
  );
  const submit = () => {
    if (plan) onApply(plan);
  };
  return (
    <Dialog title={t('tagging.copy-tags')} onClose={onClose} size="lg">
      <DialogForm
        onSubmit={submit}
        action={t('tagging.copy-tags.apply')}
        onCancel={onClose}
        disabled={!plan || plan.cells.length === 0}
      >
        <Text size="sm">{count('tagging.copy-tags.text', targets.length)}</Text>
        <TextInput
          type="search"
          label={t('tagging.copy-tags.search')}
          value={query}
          onChange={({ currentTarget }) => setQuery(currentTarget.value)}
          maxLength={200}
          autoComplete="off"
        />
        {choices.length === 0 ? (
          <Text size="sm">{t('tagging.copy-tags.none')}</Text>
        ) : (
          <Radio.Group
            label={t('tagging.copy-tags.source')}
            value={chosen === undefined ? '' : String(chosen)}
            onChange={(value) => setSource(Number(value))}
          >
            <Stack gap="xs" mt="xs" mah="14rem" style={{ overflowY: 'auto' }}>
              {choices.map((row) => (
                <Radio key={row} value={String(row)} label={nameRow(t, model, row)} description={model.ids[row]} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <Checkbox
          label={t('tagging.copy-tags.catalog')}
          checked={withCatalog}
          onChange={({ currentTarget }) => setWithCatalog(currentTarget.checked)}
        />
        <Checkbox
          label={t('tagging.copy-tags.exact')}
          checked={isExact}
          onChange={({ currentTarget }) => setExact(currentTarget.checked)}
        />
        <Text size="sm" role="status" mih="1.4em">
          {plan &&
            (plan.cells.length === 0
              ? t('tagging.said.nothing')
              : t('tagging.copy-tags.plan', {
                  set: count('tagging.said.set', plan.set),
                  cleared: count('tagging.said.cleared', plan.cleared),
                }))}
        </Text>
      </DialogForm>
    </Dialog>
  );
}
