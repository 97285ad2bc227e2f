import { TextInput, type TextInputProps } from '@mantine/core';

interface Props extends Pick<TextInputProps, 'label' | 'description'> {
  value: string;
  onValue: (value: string) => void;
  maxLength?: number;
}

/** The name of what a dialog creates or renames: its first field. */
export function NameInput({ value, onValue, maxLength = 200, ...texts }: Props) {
  return (
    <TextInput
      {...texts}
      value={value}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
      maxLength={maxLength}
      autoComplete="off"
      required
      data-autofocus
    />
  );
}

/** A name that becomes part of addresses: the handle of a company, the sub-domain of a funnel. */
export function HandleInput(props: { label: string; text: string; value: string; onValue: (value: string) => void }) {
  return (
    <TextInput
      label={props.label}
      description={props.text}
      value={props.value}
      onChange={({ currentTarget }) => props.onValue(currentTarget.value)}
      pattern="[a-z0-9\-]{2,40}"
      title={props.text}
      maxLength={40}
      autoComplete="off"
      autoCapitalize="none"
      required
    />
  );
}
