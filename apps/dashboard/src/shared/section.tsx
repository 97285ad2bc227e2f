import { Stack, Text, Title } from '@mantine/core';
import type { PropsWithChildren } from 'react';

/** A part of a screen under a heading of its own. */
export function Section({ title, text, children }: PropsWithChildren<{ title: string; text?: string }>) {
  return (
    <Stack component="section" gap="sm" aria-label={title}>
      <Stack gap={4}>
        <Title order={2} size="h4">
          {title}
        </Title>
        {text && (
          <Text c="dimmed" maw="42rem">
            {text}
          </Text>
        )}
      </Stack>
      {children}
    </Stack>
  );
}
