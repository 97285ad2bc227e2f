import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A state without data: nothing here yet, not found, or no permission. One sentence and at most one action. */
export function Notice({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack align="center" gap="xs" ta="center">
        <Title order={2} size="h4">
          {title}
        </Title>
        {text && (
          <Text c="dimmed" maw="36rem">
            {text}
          </Text>
        )}
        {children}
      </Stack>
    </Paper>
  );
}
