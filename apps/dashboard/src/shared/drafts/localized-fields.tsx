import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { isLocale, type LocalizedText, MAX_COPY_LENGTH } from '@svc/domain';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';

/** Languages of some texts, without the default. */
export const listTextLanguages = (texts: readonly (LocalizedText | null)[]): string[] =>
  [...new Set(texts.flatMap((text) => Object.keys(text ?? {})))].filter((tag) => tag !== 'default').sort();

/** A text in the default language and in others; what shoppers see without a text is shown in gray. */
export function LocalizedFields(props: {
  label: string;
  text: LocalizedText;
  languages: readonly string[];
  error?: string | undefined;
  onChange(text: LocalizedText, tag: string): void;
}) {
  const { t } = useI18n();
  const { label, text } = props;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {['default', ...props.languages].map((tag) => (
        <TextInput
          key={tag}
          size="sm"
          {...(tag === 'default' ? { error: props.error } : { lang: tag })}
          label={tag === 'default' ? label : t('draft.in-language', { label, language: tag })}
          value={text[tag] ?? ''}
          placeholder={tag === 'default' ? '' : (text.default ?? '')}
          maxLength={MAX_COPY_LENGTH}
          onChange={({ currentTarget }) => {
            const { [tag]: _before, ...others } = text;
            props.onChange(currentTarget.value === '' ? others : { ...text, [tag]: currentTarget.value }, tag);
          }}
        />
      ))}
    </SimpleGrid>
  );
}

/** Adds a language whose texts are then asked for. */
export function LanguageField({ onAdd }: { onAdd(tag: string): void }) {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const tag = typed.trim();
  const isUsable = isLocale(tag) && tag !== 'default';
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end">
        <TextInput
          size="sm"
          w={160}
          label={t('draft.language')}
          placeholder="fr"
          maxLength={35}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button
          size="sm"
          variant="default"
          disabled={!isUsable}
          onClick={() => {
            onAdd(tag);
            setTyped('');
          }}
        >
          {t('draft.language.add')}
        </Button>
      </Group>
    </Stack>
  );
}
