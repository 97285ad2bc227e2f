import { TextInput } from '@mantine/core';
import { MAX_KEY_LENGTH } from '@svc/domain';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';

/** The key changes when the field is left, since each letter would be another entry. */
export function KeyField(props: {
  value: string;
  /** What the key is for. */
  text: string;
  taken: readonly string[];
  onChange(key: string): void;
}) {
  const { t } = useI18n();
  const { value, taken, onChange } = props;
  const [text, setText] = useState(value);
  const key = text.trim();
  const problem = key === '' ? t('draft.key.empty') : taken.includes(key) ? t('draft.key.taken') : undefined;
  return (
    <TextInput
      size="sm"
      maw="20rem"
      label={t('draft.key')}
      description={props.text}
      maxLength={MAX_KEY_LENGTH}
      value={text}
      error={problem}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={() => {
        if (problem === undefined && key !== value) onChange(key);
      }}
    />
  );
}
