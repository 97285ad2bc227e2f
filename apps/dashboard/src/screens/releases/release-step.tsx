import { Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** One of the steps of a release, with its number, a heading, and what it is for. */
export function ReleaseStep(props: { number: number; title: string; text?: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Stack component="li" gap="xs" className="release-step" aria-labelledby={heading}>
      <Title order={2} size="h4" id={heading}>
        {`${props.number}. ${props.title}`}
      </Title>
      {props.text && (
        <Text c="dimmed" size="sm" maw="42rem">
          {props.text}
        </Text>
      )}
      {props.children}
    </Stack>
  );
}
