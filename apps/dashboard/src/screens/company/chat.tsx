import { Alert, Checkbox, Textarea, TextInput } from '@mantine/core';
import { MAX_GREETING_LENGTH } from '@svc/domain';
import { useI18n } from '../../i18n/i18n.js';
import { Section } from '../../shared/section.js';
import { CHAT, type ChatField } from './chat-fields.js';
import { isOn, toSwitch } from './component-fields.js';
import { FaqEditor } from './faq-editor.js';
import { parseFaq, toFaqText } from './faq-items.js';
import { SettingsForm } from './settings-form.js';
import { type SettingsProps, SettingsScreen } from './settings-screen.js';
import { useSettingsForm } from './use-settings-form.js';

/** What the chat says, what it answers in the company's words, and how long it keeps conversations. docs/chat.md T5. */
export function Chat() {
  const { t } = useI18n();
  return (
    <SettingsScreen title={t('chat.title')} text={t('chat.text')}>
      {(props) => <ChatForm {...props} />}
    </SettingsScreen>
  );
}

function ChatForm(props: SettingsProps) {
  const { t } = useI18n();
  const form = useSettingsForm(props.handle, props.settings, CHAT);
  const text = (name: ChatField) => ({
    label: t(CHAT.labels[name]),
    disabled: !props.mayWrite,
    value: form.values[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => form.set(name, currentTarget.value),
  });
  const { components, privacyUrl } = props.settings.settings as {
    components?: { chat?: boolean };
    privacyUrl?: string | null;
  };
  return (
    <SettingsForm form={form} mayWrite={props.mayWrite}>
      {components?.chat === false && <Alert color="yellow">{t('chat.off')}</Alert>}
      {components?.chat !== false && !privacyUrl && <Alert color="yellow">{t('chat.no-privacy')}</Alert>}
      <Section title={t('chat.words')} text={t('chat.words.text')}>
        <TextInput {...text('greetingEn')} lang="en" maxLength={MAX_GREETING_LENGTH} />
        <TextInput {...text('greetingDe')} lang="de" maxLength={MAX_GREETING_LENGTH} />
        <Textarea {...text('startersEn')} lang="en" rows={3} description={t('chat.starters.text')} />
        <Textarea {...text('startersDe')} lang="de" rows={3} description={t('chat.starters.text')} />
        <Textarea {...text('avoidedWords')} rows={2} description={t('chat.avoided.text')} />
      </Section>
      <Section title={t('chat.faq')} text={t('chat.faq.text')}>
        <FaqEditor
          items={parseFaq(form.values.faq)}
          onChange={(items) => form.set('faq', toFaqText(items))}
          mayWrite={props.mayWrite}
        />
      </Section>
      <Section title={t('chat.rules')}>
        <TextInput {...text('contactUrl')} description={t('chat.contact.text')} />
        <TextInput {...text('retentionDays')} inputMode="numeric" description={t('chat.retention.text')} />
        <Checkbox
          label={t(CHAT.labels.model)}
          description={t('chat.model.text')}
          disabled={!props.mayWrite}
          checked={isOn(form.values.model)}
          onChange={({ currentTarget }) => form.set('model', toSwitch(currentTarget.checked))}
        />
      </Section>
    </SettingsForm>
  );
}
