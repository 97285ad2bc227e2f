import { NativeSelect, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useFunnelChoices } from '../../api/funnels.js';
import { useI18n } from '../../i18n/i18n.js';
import { GENERAL, type GeneralField } from './general-fields.js';
import { listCurrencies, listLanguages } from './names.js';
import { SettingsForm } from './settings-form.js';
import type { SettingsProps } from './settings-screen.js';
import { useSettingsForm } from './use-settings-form.js';

export function General(props: SettingsProps) {
  const { t, locale } = useI18n();
  const form = useSettingsForm(props.handle, props.settings, GENERAL);
  const { values } = form;
  const funnels = useFunnelOptions(props.handle, values.defaultFunnel);
  const languages = useMemo(() => listLanguages(locale, values.language), [locale, values.language]);
  const currencies = useMemo(() => listCurrencies(locale, values.currency), [locale, values.currency]);
  const field = (name: GeneralField) => ({
    label: t(GENERAL.labels[name]),
    value: values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => form.set(name, currentTarget.value),
    disabled: !props.mayWrite,
  });
  return (
    <SettingsForm form={form} mayWrite={props.mayWrite}>
      <TextInput {...field('name')} maxLength={100} required />
      <NativeSelect {...field('language')} description={t('company.language.text')} data={languages} />
      <NativeSelect {...field('currency')} description={t('company.currency.text')} data={currencies} />
      <NativeSelect {...field('defaultFunnel')} description={t('company.default-funnel.text')} data={funnels} />
      <TextInput {...field('privacyUrl')} type="url" description={t('company.privacy-url.text')} />
    </SettingsForm>
  );
}

/** Funnels by name. @param current - is among them in any case, also while they are loaded. */
function useFunnelOptions(handle: string, current: string) {
  const { t } = useI18n();
  const funnels = useFunnelChoices(handle);
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
