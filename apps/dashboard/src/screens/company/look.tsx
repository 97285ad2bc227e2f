import { NativeSelect, Text, TextInput } from '@mantine/core';
import { contrastRatio, isHexColor, MIN_TEXT_CONTRAST, readableOn } from '@svc/domain';
import { useI18n } from '../../i18n/i18n.js';
import { Section } from '../../shared/section.js';
import { LOOK, type LookField, type LookFields } from './look-fields.js';
import { SettingsForm } from './settings-form.js';
import { type SettingsProps, SettingsScreen } from './settings-screen.js';
import { useSettingsForm } from './use-settings-form.js';
import './company.css';

/** How the pages of the funnels look. docs/management.md "How pages look". */
export function Look() {
  const { t } = useI18n();
  return (
    <SettingsScreen title={t('look.title')} text={t('look.text')}>
      {(props) => <LookForm {...props} />}
    </SettingsScreen>
  );
}

const SCHEMES = [
  { value: 'auto', label: 'look.scheme.auto' },
  { value: 'light', label: 'look.scheme.light' },
  { value: 'dark', label: 'look.scheme.dark' },
] as const;
const COLOR = '#[0-9a-fA-F]{6}';

function LookForm(props: SettingsProps) {
  const { t } = useI18n();
  const form = useSettingsForm(props.handle, props.settings, LOOK);
  const field = (name: LookField) => ({
    label: t(LOOK.labels[name]),
    value: form.values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => form.set(name, currentTarget.value),
    disabled: !props.mayWrite,
  });
  const color = (name: LookField) => ({
    ...field(name),
    pattern: COLOR,
    title: t('look.color.rule'),
    placeholder: t('look.own'),
    maxLength: 7,
    autoComplete: 'off',
    rightSection: (
      <input
        type="color"
        className="color-field"
        aria-label={t('look.color.choose', { field: t(LOOK.labels[name]) })}
        value={isHexColor(form.values[name]) ? form.values[name].toLowerCase() : '#ffffff'}
        onChange={({ currentTarget }) => form.set(name, currentTarget.value)}
        disabled={!props.mayWrite}
      />
    ),
  });
  const schemes = SCHEMES.map(({ value, label }) => ({ value, label: t(label) }));
  return (
    <SettingsForm form={form} mayWrite={props.mayWrite}>
      <NativeSelect {...field('colorScheme')} description={t('look.scheme.text')} data={schemes} />
      <TextInput {...color('accentColor')} description={t('look.accent.text')} />
      <TextInput {...color('backgroundColor')} description={t('look.background.text')} />
      <TextInput {...color('textColor')} description={t('look.text-color.text')} />
      <Sample values={form.values} />
      <TextInput
        {...field('fontFamily')}
        description={t('look.font.text')}
        placeholder={t('look.own')}
        maxLength={200}
      />
      <TextInput {...field('fontUrl')} type="url" description={t('look.font-url.text')} />
      <TextInput {...field('logoUrl')} type="url" description={t('look.logo.text')} />
      <TextInput
        {...field('cornerRadius')}
        inputMode="numeric"
        pattern="\d{1,2}"
        title={t('look.radius.text')}
        description={t('look.radius.text')}
        placeholder={t('look.own')}
      />
    </SettingsForm>
  );
}

/** The page's own colors, of the light scheme. */
const OWN = { background: '#ffffff', text: '#211d24', accent: '#6b3a57' };

/** What shoppers read, and how well: a text that would not be readable is shown as pages show it. */
function Sample({ values }: { values: LookFields }) {
  const { t, number } = useI18n();
  const read = (value: string, own: string) => (isHexColor(value) ? value : own);
  const background = read(values.backgroundColor, OWN.background);
  const text = read(values.textColor, OWN.text);
  const accent = read(values.accentColor, OWN.accent);
  const ratio = contrastRatio(background, text);
  const isReadable = ratio >= MIN_TEXT_CONTRAST;
  const borderRadius = /^\d{1,2}$/.test(values.cornerRadius) ? `${values.cornerRadius}px` : '8px';
  const used = isReadable ? text : readableOn(background);
  return (
    <Section title={t('look.sample')}>
      <div className="look-sample" style={{ background, color: used, borderRadius }}>
        <span>{t('look.sample.text')}</span>
        <span className="look-sample-button" style={{ background: accent, color: readableOn(accent), borderRadius }}>
          {t('look.sample.button')}
        </span>
      </div>
      <Text role="status" size="sm">
        {t(isReadable ? 'look.contrast.enough' : 'look.contrast.low', {
          // Rounded down: 4.49 is not 4.5.
          ratio: number(Math.floor(ratio * 10) / 10),
          least: number(MIN_TEXT_CONTRAST),
          color: used,
        })}
      </Text>
    </Section>
  );
}
