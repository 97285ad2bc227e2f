import { Badge, Group, List, Paper, Stack, Text } from '@mantine/core';
import { localize, type Tab } from '@svc/domain';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { type ItemAction, ItemActions, moveByKey } from '../../shared/drafts/item-actions.js';
import { DragHandle } from '../../shared/order/drag-handle.js';
import type { DragOrder } from '../../shared/order/use-drag-order.js';
import type { TabFigures } from './queries.js';

/** A tab with what stands on it, and what shoppers found there. */
export function TabCard(props: {
  tab: Tab;
  place: number;
  count: number;
  contents: { selected: readonly string[]; onlyHere: readonly string[] } | undefined;
  /** Of the tabs in force; null: not published; undefined: not known. */
  figures: TabFigures | null | undefined;
  isReadOnly: boolean;
  isOpen: boolean;
  order: DragOrder;
  onAction(action: ItemAction): void;
  /** The form of an open tab. */
  children: ReactNode;
}) {
  const { t, locale } = useI18n();
  const { tab, place, count, isReadOnly, onAction } = props;
  const name = localize(tab.name, locale, locale) ?? tab.key;
  return (
    <Paper
      component="li"
      withBorder
      p="md"
      onKeyDown={moveByKey((by) => !isReadOnly && onAction(by < 0 ? 'up' : 'down'))}
      style={props.order.toStyle(place - 1)}
    >
      <Stack gap="xs">
        <Group gap="sm">
          {!isReadOnly && <DragHandle {...props.order.toHandle(place - 1)} />}
          <Text fw={600} className="wrap-anywhere">
            {place}. {name}
          </Text>
          <Badge variant="dot" color={tab.enabled ? 'green' : 'gray'}>
            {t(tab.enabled ? 'tabs.state.on' : 'tabs.state.off')}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {t('tabs.key.shown', { key: tab.key })}
        </Text>
        <Figures {...props} />
        <ItemActions
          name={tab.key}
          actions={isReadOnly ? [] : ['edit', 'up', 'down', 'remove']}
          disabled={[...(place === 1 ? (['up'] as const) : []), ...(place === count ? (['down'] as const) : [])]}
          isOpen={props.isOpen}
          onAction={onAction}
        />
        {props.isOpen && props.children}
      </Stack>
    </Paper>
  );
}

function Figures({ tab, contents, figures }: Pick<Parameters<typeof TabCard>[0], 'tab' | 'contents' | 'figures'>) {
  const { t, count, percent, number } = useI18n();
  const told: string[] = [];
  if (contents) {
    told.push(
      contents.selected.length === 0 ? t('tabs.selects.none') : count('tabs.selects', contents.selected.length),
    );
    if (tab.enabled) told.push(count('tabs.only-here', contents.onlyHere.length));
  }
  const found = figures?.tabs.find(({ key }) => key === tab.key);
  if (figures && found && figures.analyses > 0) {
    told.push(count('tabs.median', figures.analyses, { median: number(found.median) }));
    told.push(t('tabs.empty-share', { share: percent(found.empty / figures.analyses) }));
  }
  if (told.length === 0) return null;
  return (
    <List size="sm">
      {told.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
}
