import { Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { type ChangeEvent, type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import type { Choice } from './catalog.js';

/** Suggestions at a time: a list that is longer is not read. */
const MAX_SUGGESTIONS = 50;

/** Chosen things, and a field that suggests more. Enter adds, Backspace in the empty field removes the last. */
export function PickList(props: {
  label: string;
  /** What happens with a choice; default: it is added. */
  action?: string;
  /** What is wrong with what is chosen. */
  error?: string | undefined;
  values: readonly string[];
  max: number;
  choices: readonly Choice[];
  toName(value: string): string;
  /** What is wrong with a value that is not among the choices; null: it may be added. */
  refuse?(value: string): string | null;
  onChange(values: string[]): void;
}) {
  const { t } = useI18n();
  const { label, values, choices, toName, max, action = t('target.add') } = props;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const suggestions = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    const chosen = new Set(values);
    const fits = ({ value, label: name }: Choice) =>
      !chosen.has(value) && (value.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted));
    return choices.filter(fits).slice(0, MAX_SUGGESTIONS);
  }, [choices, text, values]);

  const add = (given: string) => {
    const wanted = given.trim();
    if (wanted === '') return;
    const isNamed = ({ value, label: name }: Choice) => value === wanted || name.toLowerCase() === wanted.toLowerCase();
    const value = (choices.find((choice) => choice.value === wanted) ?? choices.find(isNamed))?.value ?? wanted;
    const isKnown = choices.some((choice) => choice.value === value);
    const refusal = values.length >= max ? t('target.max', { max }) : isKnown ? null : (props.refuse?.(value) ?? null);
    setProblem(refusal);
    if (refusal !== null) return;
    setText('');
    if (!values.includes(value)) props.onChange([...values, value]);
  };
  const remove = (value: string) => {
    props.onChange(values.filter((each) => each !== value));
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && values.length > 0) {
      props.onChange(values.slice(0, -1));
    }
  };
  /** Browsers replace the text when a suggestion is chosen; a typed letter is an insertion. */
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    const { inputType } = event.nativeEvent as InputEvent;
    const isChosen = inputType === undefined || inputType === 'insertReplacementText';
    if (isChosen && choices.some((choice) => choice.value === value)) add(value);
    else {
      setProblem(null);
      setText(value);
    }
  };
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end">
        <TextInput
          ref={field}
          size="sm"
          className="pick-field"
          label={label}
          error={problem ?? props.error}
          value={text}
          onChange={onChange}
          onKeyDown={onKeyDown}
          list={listId}
          autoComplete="off"
          maxLength={255}
        />
        <Button
          size="sm"
          variant="default"
          disabled={text.trim() === ''}
          onClick={() => add(text)}
          aria-label={t('target.add.named', { action, what: label })}
        >
          {action}
        </Button>
      </Group>
      <datalist id={listId}>
        {suggestions.map(({ value, label: name }) => (
          <option key={value} value={value}>
            {name === value ? undefined : name}
          </option>
        ))}
      </datalist>
      {values.length > 0 && (
        <ul className="pick-list" aria-label={t('target.chosen', { what: label })}>
          {values.map((value) => {
            const name = toName(value);
            return (
              <li key={value} className="pick">
                <Text size="sm" className="wrap-anywhere">
                  {name === value ? value : t('target.named', { name, id: value })}
                </Text>
                <CloseButton size="sm" aria-label={t('target.remove', { name })} onClick={() => remove(value)} />
              </li>
            );
          })}
        </ul>
      )}
    </Stack>
  );
}
