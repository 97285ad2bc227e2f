import { Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';

let isFirstScreen = true;

/**
 * The heading of a screen. Gets the focus after a navigation, so that screen readers announce where the user is; a dialog that was opened
 * while the screen was loaded keeps it. docs/dashboard.md Y5.1.
 */
export function PageTitle({ title, text, action }: { title: string; text?: string; action?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Dashboard`;
  }, [title]);
  useEffect(() => {
    if (!isFirstScreen && document.querySelector('[role=dialog], [role=alertdialog]') === null)
      heading.current?.focus();
    isFirstScreen = false;
  }, []);
  return (
    <Group justify="space-between" align="flex-start">
      <Stack gap={4} maw="42rem">
        <Title order={1} size="h2" ref={heading} tabIndex={-1} className="page-title wrap-anywhere">
          {title}
        </Title>
        {text && <Text c="dimmed">{text}</Text>}
      </Stack>
      {action}
    </Group>
  );
}
