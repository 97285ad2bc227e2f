import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { Section } from '../../shared/section.js';
import {
  COMPONENTS,
  type ComponentField,
  type ComponentFields,
  isOn,
  LAYERS,
  SWITCHES,
  toStack,
  toSwitch,
} from './component-fields.js';
import { SettingsForm } from './settings-form.js';
import { type SettingsProps, SettingsScreen } from './settings-screen.js';
import { useSettingsForm } from './use-settings-form.js';
import './company.css';

/** What the script of the shop shows by itself, and above what. docs/components.md. */
export function Components() {
  const { t } = useI18n();
  return (
    <SettingsScreen title={t('components.title')} text={t('components.text')}>
      {(props) => <ComponentsForm {...props} />}
    </SettingsScreen>
  );
}

const TEXTS = {
  popup: 'components.popup.text',
  widget: 'components.widget.text',
  floatingActionButton: 'components.button.text',
  chat: 'components.chat.text',
  isCollapsed: 'components.collapsed.text',
  cart: 'components.cart.text',
  storeContactData: 'components.contact.text',
} as const;

function ComponentsForm(props: SettingsProps) {
  const { t } = useI18n();
  const form = useSettingsForm(props.handle, props.settings, COMPONENTS);
  const common = (name: ComponentField) => ({ label: t(COMPONENTS.labels[name]), disabled: !props.mayWrite });
  const text = (name: ComponentField) => ({
    ...common(name),
    value: form.values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => form.set(name, currentTarget.value),
  });
  const checkbox = (name: keyof typeof TEXTS) => ({
    ...common(name),
    description: t(TEXTS[name]),
    checked: isOn(form.values[name]),
    onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) =>
      form.set(name, toSwitch(currentTarget.checked)),
  });
  return (
    <SettingsForm form={form} mayWrite={props.mayWrite}>
      <Section title={t('components.automatic')} text={t('components.automatic.text')}>
        {SWITCHES.map((name) => (
          <Checkbox key={name} {...checkbox(name)} />
        ))}
        <Checkbox {...checkbox('isCollapsed')} />
      </Section>
      <Section title={t('components.layers')} text={t('components.layers.text')}>
        {LAYERS.map((name) => (
          <TextInput
            key={name}
            {...text(`${name}Layer`)}
            inputMode="numeric"
            pattern="-?\d{1,10}"
            title={t('components.layer.rule')}
            placeholder={t('look.own')}
          />
        ))}
        <StackPicture values={form.values} />
      </Section>
      <Section title={t('components.data')}>
        <Checkbox {...checkbox('cart')} />
        <Checkbox {...checkbox('storeContactData')} />
        <NativeSelect
          {...text('consent')}
          description={t('components.consent.text')}
          data={[
            { value: 'IMPLIED', label: t('components.consent.implied') },
            { value: 'REQUIRED', label: t('components.consent.required') },
            { value: 'OFF', label: t('components.consent.off') },
          ]}
        />
      </Section>
    </SettingsForm>
  );
}

/** Which component covers which, as a list that looks like what it says. */
function StackPicture({ values }: { values: ComponentFields }) {
  const { t, number } = useI18n();
  const stack = toStack(values);
  if (stack.length === 0) return <Text c="dimmed">{t('components.stack.none')}</Text>;
  return (
    <div>
      <Text size="sm" fw={600} id="stack-title">
        {t('components.stack')}
      </Text>
      <ol className="stack-picture" aria-labelledby="stack-title">
        {stack.map(({ name, zIndex }) => (
          <li key={name}>
            {t(COMPONENTS.labels[name])}
            {': '}
            {Number.isFinite(zIndex) ? number(zIndex) : t('components.stack.top')}
          </li>
        ))}
        <li>{t('components.stack.page')}</li>
      </ol>
    </div>
  );
}
