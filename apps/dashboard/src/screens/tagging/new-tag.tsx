import { Button, Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';

/** As many as the grid has columns. */
export const MAX_TAGS = 400;
const TAG = /^[a-z][a-z0-9_.-]*:\S.*$/;

/** A field for a tag that nothing has yet. */
export function NewTag(props: { action: string; isFull: boolean; isDisabled: boolean; onAdd: (tag: string) => void }) {
  const { action, isFull, isDisabled, onAdd } = props;
  const { t } = useI18n();
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tag = text.trim();
    if (isFull) setError(t('tagging.new.full'));
    else if (!TAG.test(tag)) setError(t('tagging.new.wrong'));
    else {
      setError('');
      setText('');
      onAdd(tag);
    }
  };
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label={t('tagging.new')}
          placeholder="finish:matte"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={error || undefined}
          maxLength={200}
          autoComplete="off"
        />
        <Button type="submit" variant="default" disabled={isDisabled}>
          {action}
        </Button>
      </Group>
    </form>
  );
}
