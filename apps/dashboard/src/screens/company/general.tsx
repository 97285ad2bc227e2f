import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { api, load } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { type CompanySettings, useSettingsChange } from '../../api/settings.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../../shared/error-notice.js';
import { rebase } from '../../shared/rebase.js';
import { Saved } from '../../shared/saved.js';
import { Warnings } from '../../shared/warnings.js';
import { FIELDS, type Field, type Fields, toFields, toPatch } from './general-fields.js';
import { listCurrencies, listLanguages } from './names.js';

const LABELS = {
  name: 'company.name',
  language: 'company.language',
  currency: 'company.currency',
  defaultFunnel: 'company.default-funnel',
  privacyUrl: 'company.privacy-url',
} as const;

/** What the user has changed, and the state that the user saw when it began. */
interface Edit {
  base: Fields;
  mine: Fields;
}

export function General(props: { handle: string; settings: CompanySettings; mayWrite: boolean }) {
  const { t, locale } = useI18n();
  const current = toFields(props.settings);
  const [edit, setEdit] = useState<Edit>();
  const [conflicts, setConflicts] = useState<Field[]>([]);
  const values = edit?.mine ?? current;
  const change = useSettingsChange(props.handle, () => setEdit(undefined));
  const funnels = useFunnelChoices(props.handle, values.defaultFunnel);
  const languages = useMemo(() => listLanguages(locale, values.language), [locale, values.language]);
  const currencies = useMemo(() => listCurrencies(locale, values.currency), [locale, values.currency]);
  const set = (field: Field, value: string) =>
    setEdit(({ base, mine } = { base: current, mine: current }) => ({ base, mine: { ...mine, [field]: value } }));
  const field = (name: Field) => ({
    label: t(LABELS[name]),
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => set(name, currentTarget.value),
    disabled: !props.mayWrite,
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!edit) return;
    setConflicts([]);
    change.mutate((latest) => {
      const theirs = toFields(latest);
      const { merged, conflicts: found } = rebase(edit.base, edit.mine, theirs);
      if (found.length === 0) return toPatch(merged, latest);
      setEdit({ base: theirs, mine: merged });
      setConflicts(found);
      return undefined;
    });
  };
  const isChanged = edit !== undefined && FIELDS.some((name) => edit.mine[name] !== current[name]);
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <TextInput {...field('name')} maxLength={100} required />
        <NativeSelect {...field('language')} description={t('company.language.text')} data={languages} />
        <NativeSelect {...field('currency')} description={t('company.currency.text')} data={currencies} />
        <NativeSelect {...field('defaultFunnel')} description={t('company.default-funnel.text')} data={funnels} />
        <TextInput {...field('privacyUrl')} type="url" description={t('company.privacy-url.text')} />
        {conflicts.map((name) => (
          <Alert key={name} color="yellow" role="alert" title={t('company.conflict', { field: t(LABELS[name]) })}>
            <Text size="sm" className="wrap-anywhere">
              {t('company.conflict.text', { theirs: current[name], mine: values[name] })}
            </Text>
            <Group mt="xs">
              <Button
                size="xs"
                variant="default"
                onClick={() => {
                  set(name, current[name]);
                  setConflicts((all) => all.filter((each) => each !== name));
                }}
              >
                {t('company.take-theirs')}
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() => setConflicts((all) => all.filter((each) => each !== name))}
              >
                {t('company.keep-mine')}
              </Button>
            </Group>
          </Alert>
        ))}
        <ErrorNotice error={change.error} />
        <Warnings warnings={change.data} />
        {props.mayWrite && (
          <Group>
            <Button type="submit" loading={change.isPending} disabled={!isChanged || conflicts.length > 0}>
              {t('save.action')}
            </Button>
            <Saved isVisible={change.data !== undefined && !isChanged} />
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Funnels by name. @param current - is among them in any case, also while they are loaded. */
function useFunnelChoices(handle: string, current: string) {
  const { t } = useI18n();
  const funnels = useList(['funnel-choices', handle], (cursor) =>
    load(
      api.GET('/api/admin/v1/companies/{handle}/funnels', {
        params: { path: { handle }, query: { limit: 100, ...(cursor ? { cursor } : {}) } },
      }),
    ),
  );
  const found = (funnels.data ?? []).map(({ subdomain, name }) => ({
    value: subdomain,
    label: `${name} (${subdomain})`,
  }));
  const isKnown = current === '' || found.some(({ value }) => value === current);
  return [
    { value: '', label: t('company.default-funnel.none') },
    ...found,
    ...(isKnown ? [] : [{ value: current, label: current }]),
  ];
}
