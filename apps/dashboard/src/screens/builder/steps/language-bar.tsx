import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import type { Step } from '../../../shared/edit/model/steps.js';
import { countMissing, listLanguages } from '../../../shared/texts-of-steps.js';
import { isLanguage } from '../model/languages.js';

interface Props {
  steps: readonly Step[];
  /** Next to the default; undefined or empty: none. */
  language: string | undefined;
  isReadOnly: boolean;
  onLanguage: (tag: string) => void;
  onCopy: (tag: string) => void;
}

/** Which language is shown next to the default, and how many of its texts are missing. */
export function LanguageBar({ steps, language, isReadOnly, onLanguage, onCopy }: Props) {
  const { t, count, locale } = useI18n();
  const [typed, setTyped] = useState('');
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const tags = [...new Set([...listLanguages(steps), ...(language ? [language] : [])])];
  const missing = language ? countMissing(steps, language) : 0;
  const isUsable = isLanguage(typed.trim());
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!isUsable) return;
    onLanguage(typed.trim());
    setTyped('');
  };
  return (
    <Group gap="sm" align="flex-end">
      <NativeSelect
        size="xs"
        label={t('builder.language')}
        value={language ?? ''}
        onChange={({ currentTarget }) => onLanguage(currentTarget.value)}
        data={[
          { value: '', label: t('builder.language.none') },
          ...tags.map((tag) => ({ value: tag, label: `${names.of(tag) ?? tag} (${countMissing(steps, tag)})` })),
        ]}
      />
      {!isReadOnly && (
        <form onSubmit={add}>
          <Group gap="xs" align="flex-end">
            <TextInput
              size="xs"
              w={110}
              label={t('builder.language.new')}
              placeholder="fr"
              value={typed}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
            <Button size="xs" variant="default" type="submit" disabled={!isUsable}>
              {t('builder.language.add')}
            </Button>
          </Group>
        </form>
      )}
      {language && (
        <Text size="sm" role="status">
          {missing === 0 ? t('builder.language.complete') : count('builder.language.missing', missing)}
        </Text>
      )}
      {language && missing > 0 && !isReadOnly && (
        <Button size="xs" variant="default" onClick={() => onCopy(language)}>
          {t('builder.language.copy')}
        </Button>
      )}
    </Group>
  );
}
