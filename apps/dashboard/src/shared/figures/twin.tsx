import { Button, Group, Stack, Title, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { Info } from './info.js';

/** A chart and the same as a table, which screen readers always get. Which of them is shown is in the address. */
export function Twin(props: { title: string; definition: string; chart: ReactNode; table: ReactNode }) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { table: isTable = false, ...search }: { table?: boolean } = useSearch({ strict: false });
  const toggle = () =>
    void navigate({
      to: '.',
      search: (isTable ? search : { ...search, table: true }) as never,
      resetScroll: false,
      replace: true,
    });
  return (
    <Stack component="section" gap="sm" aria-label={props.title} pos="relative">
      <Group justify="space-between" gap="xs">
        <Group gap={4} className="grow">
          <Title order={2} size="h4">
            {props.title}
          </Title>
          <Info name={props.title} definition={props.definition} />
        </Group>
        <Button
          size="xs"
          variant="default"
          onClick={toggle}
          aria-pressed={isTable}
          aria-label={t('figures.table.named', { name: props.title })}
        >
          {t('figures.table')}
        </Button>
      </Group>
      {isTable ? (
        props.table
      ) : (
        <>
          <div aria-hidden="true">{props.chart}</div>
          <VisuallyHidden>{props.table}</VisuallyHidden>
        </>
      )}
    </Stack>
  );
}
