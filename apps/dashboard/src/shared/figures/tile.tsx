import { Group, Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Info } from './info.js';

/** One figure with its definition, and below it what it is to be read with. */
export function Tile(props: { label: string; definition: string; value: ReactNode; children?: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={props.label}>
      <Stack gap={4}>
        <Group gap={4} justify="space-between" align="flex-start" wrap="nowrap">
          <Text size="sm" flex={1} miw={0} className="wrap-anywhere">
            {props.label}
          </Text>
          <Info name={props.label} definition={props.definition} />
        </Group>
        <Text size="xl" fw={600} component="div" className="wrap-anywhere">
          {props.value}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {props.children}
        </Text>
      </Stack>
    </Paper>
  );
}
