import { Alert, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api, load, type Schemas } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useRunningTests } from '../../api/running-tests.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { Dialog } from '../../shared/dialogs/dialog.js';
import { DialogForm } from '../../shared/dialogs/dialog-form.js';
import { findTestsOfRename } from './find-tests-of-rename.js';

type Rename = Schemas['TagRename'];

export interface RenamedTag {
  from: string;
  to: string;
  undo: Schemas['TagRenameUndo'];
}

/** Renames a tag in two steps: its new name, then what would change. docs/dashboard.md Y44. */
export function RenameTagDialog(props: {
  company: string;
  tag: string;
  onClose: () => void;
  onRenamed: (renamed: RenamedTag) => void;
}) {
  const { t } = useI18n();
  const [name, setName] = useState(props.tag);
  const send = (dryRun: boolean) =>
    load(
      api.POST('/api/admin/v1/companies/{handle}/tags/rename', {
        params: { path: { handle: props.company } },
        body: { from: props.tag, to: name.trim(), dryRun },
      }),
    );
  // Changes nothing, so nothing is loaded again.
  const preview = useChange({ run: () => send(true), changes: ['no-change'] });
  // Options, rules, tabs, products and versions of funnels.
  const rename = useChange({
    run: () => send(false),
    changes: [],
    onDone: ({ undo }) => {
      if (undo) props.onRenamed({ from: props.tag, to: name.trim(), undo });
    },
  });
  const submit = () => {
    if (preview.data) rename.mutate(undefined);
    else preview.mutate(undefined);
  };
  const isSame = name.trim() === props.tag || name.trim() === '';
  return (
    <Dialog onClose={props.onClose} title={t('tags.rename.named', { tag: props.tag })} size="lg">
      <DialogForm
        onSubmit={submit}
        error={rename.error ?? preview.error}
        action={t(preview.data ? (preview.data.merges ? 'tags.merge' : 'tags.rename') : 'tags.rename.preview')}
        onCancel={props.onClose}
        loading={preview.isPending || rename.isPending}
        disabled={isSame}
      >
        <TextInput
          label={t('tags.rename.to')}
          description={t('tags.rename.to.text')}
          value={name}
          onChange={({ currentTarget }) => {
            setName(currentTarget.value);
            preview.reset();
          }}
          required
          autoComplete="off"
          data-autofocus
        />
        <div role="status">{preview.data && <Places places={preview.data} from={props.tag} to={name.trim()} />}</div>
      </DialogForm>
    </Dialog>
  );
}

/** What the rename would change, by place. */
function Places({ places, from, to }: { places: Rename; from: string; to: string }) {
  const { t, count, list } = useI18n();
  const { handle, can } = useCompany();
  const tests = useRunningTests(handle, { isEnabled: can('insight.read') });
  const named = (all: readonly { subdomain: string; key: string }[]) =>
    list(all.map(({ subdomain, key }) => `${subdomain}: ${key}`));
  const { products, variants, catalogProducts, catalogVariants } = places;
  const lines: [string, string][] = [];
  if (products + variants > 0) {
    lines.push(['tagging', list([count('tags.rename.products', products), count('tags.rename.variants', variants)])]);
  }
  if (places.options.length > 0) lines.push(['options', `${t('tags.options')}: ${named(places.options)}`]);
  if (places.rules.length > 0) lines.push(['rules', `${t('tags.rules')}: ${named(places.rules)}`]);
  if (places.tabs.length > 0) lines.push(['tabs', `${t('tags.tabs')}: ${named(places.tabs)}`]);
  if (places.assortments.length > 0) {
    lines.push(['assortments', t('tags.rename.assortments', { funnels: list(places.assortments) })]);
  }
  if (places.published.length > 0) {
    lines.push(['published', t('tags.rename.published', { funnels: list(places.published) })]);
  }
  if (places.edited.length > 0) lines.push(['edited', t('tags.rename.edited', { funnels: list(places.edited) })]);
  return (
    <Stack gap="xs">
      {places.merges && (
        <Alert color="yellow">
          <Text size="sm">{t('tags.rename.merges', { from, to })}</Text>
        </Alert>
      )}
      {findTestsOfRename(tests.data ?? [], places).map(({ id, name }) => (
        <Alert key={id} color="yellow">
          <Text size="sm">{t('tags.rename.ends-test', { test: name })}</Text>
        </Alert>
      ))}
      <Text size="sm">{t('tags.rename.changes')}</Text>
      <List size="sm" className="wrap-anywhere">
        {lines.map(([place, text]) => (
          <List.Item key={place}>{text}</List.Item>
        ))}
      </List>
      {catalogProducts + catalogVariants > 0 && (
        <Text size="sm">
          {t('tags.rename.catalog', {
            what: list([
              count('tags.rename.products', catalogProducts),
              count('tags.rename.variants', catalogVariants),
            ]),
            from,
            to,
          })}
        </Text>
      )}
    </Stack>
  );
}
