import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ChatLanguage, MAX_FAQ_ANSWER_LENGTH, MAX_FAQ_ENTRIES, toChatLanguage } from '@svc/domain';
import { type PropsWithChildren, useRef } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { addItem, type FaqItem, nameItem } from './faq-items.js';
import './company.css';

interface Props {
  items: readonly FaqItem[];
  onChange: (items: readonly FaqItem[]) => void;
  mayWrite: boolean;
}

/** Questions that the company answers itself. Each entry opens in its place. docs/dashboard.md "Chat". */
export function FaqEditor({ items, onChange, mayWrite }: Props) {
  const { t, locale } = useI18n();
  const language = toChatLanguage(locale);
  const list = useRef<HTMLDivElement>(null);
  const replace = (key: string, change: Partial<FaqItem>) =>
    onChange(items.map((item) => (item.key === key ? { ...item, ...change } : item)));
  const remove = (key: string) => {
    onChange(items.filter((item) => item.key !== key));
    list.current?.focus();
  };
  const created = useRef<string>(undefined);
  const add = () => {
    const next = addItem(items);
    created.current = next.at(-1)?.key;
    onChange(next);
  };
  return (
    <Stack gap="sm" ref={list} tabIndex={-1}>
      {items.length === 0 && <Text c="dimmed">{t('chat.faq.none')}</Text>}
      {items.map((item) => (
        <details key={item.key} open={created.current === item.key || undefined} className="faq-entry">
          <summary className="wrap-anywhere">{nameItem(item, language) || t('chat.faq.new')}</summary>
          <FaqForm item={item} mayWrite={mayWrite} onChange={(change) => replace(item.key, change)}>
            {mayWrite && (
              <Group>
                <Button size="xs" variant="default" onClick={() => remove(item.key)}>
                  {t('chat.faq.remove')}
                </Button>
              </Group>
            )}
          </FaqForm>
        </details>
      ))}
      {mayWrite && (
        <Group>
          <Button variant="default" onClick={add} disabled={items.length >= MAX_FAQ_ENTRIES}>
            {t('chat.faq.add')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const FIELDS = [
  { language: 'en', questions: 'chat.faq.questions.en', answer: 'chat.faq.answer.en' },
  { language: 'de', questions: 'chat.faq.questions.de', answer: 'chat.faq.answer.de' },
] as const;

function FaqForm(
  props: PropsWithChildren<{ item: FaqItem; mayWrite: boolean; onChange: (change: Partial<FaqItem>) => void }>,
) {
  const { t } = useI18n();
  const { item, onChange } = props;
  const disabled = !props.mayWrite;
  const set = (language: ChatLanguage, change: Partial<FaqItem[ChatLanguage]>) =>
    onChange({ [language]: { ...item[language], ...change } });
  return (
    <Stack gap="xs" mt="xs">
      {FIELDS.map(({ language, questions, answer }) => (
        <Stack gap="xs" key={language}>
          <Textarea
            label={t(questions)}
            description={t('chat.faq.questions.text')}
            lang={language}
            rows={2}
            value={item[language].questions}
            disabled={disabled}
            onChange={({ currentTarget }) => set(language, { questions: currentTarget.value })}
          />
          <Textarea
            label={t(answer)}
            lang={language}
            rows={3}
            maxLength={MAX_FAQ_ANSWER_LENGTH}
            value={item[language].answer}
            disabled={disabled}
            onChange={({ currentTarget }) => set(language, { answer: currentTarget.value })}
          />
        </Stack>
      ))}
      <TextInput
        label={t('chat.faq.link')}
        description={t('chat.faq.link.text')}
        type="url"
        value={item.link}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ link: currentTarget.value })}
      />
      {props.children}
    </Stack>
  );
}
