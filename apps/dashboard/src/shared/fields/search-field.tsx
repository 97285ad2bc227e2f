import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';

const PAUSE_MS = 300;
const MAX_LENGTH = 200;

/** A search that is part of the address. It starts when the user pauses. */
export function SearchField(props: { label: string; value: string; onSearch: (query: string) => void }) {
  const { t } = useI18n();
  const [text, setText] = useState(props.value);
  const search = useDebouncedCallback(props.onSearch, PAUSE_MS);
  // Back and forward of the browser change the address as well.
  useEffect(() => setText(props.value), [props.value]);
  const change = (next: string) => {
    setText(next);
    search(next.trim());
  };
  return (
    <TextInput
      type="search"
      label={props.label}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      maxLength={MAX_LENGTH}
      maw="28rem"
      rightSection={text !== '' && <CloseButton aria-label={t('search.clear')} onClick={() => change('')} />}
    />
  );
}
