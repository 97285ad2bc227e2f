import { Container, Paper, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '../../shared/page-title.js';

/** The frame of the screens without a session. */
export function EntryPage({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Container component="main" size="26rem" py={{ base: 'xl', sm: '5rem' }}>
      <Stack gap="lg">
        <PageTitle title={title} {...(text === undefined ? {} : { text })} />
        <Paper withBorder p="lg">
          {children}
        </Paper>
      </Stack>
    </Container>
  );
}
