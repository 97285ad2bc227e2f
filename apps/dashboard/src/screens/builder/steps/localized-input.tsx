import { SimpleGrid, TextInput, type TextInputProps } from '@mantine/core';
import { useI18n } from '../../../i18n/i18n.js';
import type { Text } from '../../../shared/edit/model/steps.js';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  label: string;
  text: Text;
  /** The language next to the default. */
  language: string | undefined;
  onText: (tag: string, value: string) => void;
}

/** A text in the default language and, next to it, in another one; what shoppers see without it is shown in gray. */
export function LocalizedInput({ label, text, language, onText, id, error, ...props }: Props) {
  const { t } = useI18n();
  const tags = language ? ['default', language] : ['default'];
  return (
    <SimpleGrid cols={{ base: 1, sm: tags.length }} spacing="sm">
      {tags.map((tag, at) => (
        <TextInput
          {...props}
          key={tag}
          {...(at === 0 ? { id, error } : { lang: tag })}
          label={tag === 'default' ? label : t('builder.in-language', { label, language: tag })}
          value={text[tag] ?? ''}
          placeholder={tag === 'default' ? '' : (text.default ?? '')}
          onChange={({ currentTarget }) => onText(tag, currentTarget.value)}
        />
      ))}
    </SimpleGrid>
  );
}
