import { Button, Group, List, Paper, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import type { CountKey } from '../../i18n/translator.js';
import { type ItemAction, ItemActions, moveByKey } from '../../shared/drafts/item-actions.js';
import { DragHandle } from '../../shared/order/drag-handle.js';
import type { DragOrder } from '../../shared/order/use-drag-order.js';
import type { Rule, RuleEffects } from './queries.js';
import type { RuleWarning } from './warn-about-rule.js';

/** A rule as a sentence, its validity, what is wrong with it, and what it does. Its handle and `Alt` with an arrow move it. */
export function RuleCard(props: {
  rule: Rule;
  sentence: string;
  validity: string | undefined;
  place: number;
  count: number;
  effects: UseQueryResult<RuleEffects | null>;
  problems: readonly TextKey[];
  warnings: readonly RuleWarning[];
  isReadOnly: boolean;
  canTry: boolean;
  isOpen: boolean;
  order: DragOrder;
  onAction(action: ItemAction): void;
  onReplaceTag(before: string, after: string): void;
  /** The form of an open rule. */
  children: ReactNode;
}) {
  const { t } = useI18n();
  const { rule, place, count, isReadOnly, onAction, problems, warnings } = props;
  const onKeyDown = moveByKey((by) => !isReadOnly && onAction(by < 0 ? 'up' : 'down'));
  return (
    <Paper
      component="li"
      withBorder
      p="md"
      onKeyDown={onKeyDown}
      id={`rule-${rule.key}`}
      tabIndex={-1}
      style={props.order.toStyle(place - 1)}
    >
      <Stack gap="xs">
        <Group gap="xs" align="start" wrap="nowrap">
          {!isReadOnly && <DragHandle {...props.order.toHandle(place - 1)} />}
          <Text className="wrap-anywhere">
            {place}. {props.sentence}
          </Text>
        </Group>
        {props.validity && <Text size="sm">{props.validity}</Text>}
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {t('rules.key', { key: rule.key })}
        </Text>
        {problems.length > 0 && (
          <List size="sm" c="var(--mantine-color-error)">
            {problems.map((problem) => (
              <List.Item key={problem}>{t(problem)}</List.Item>
            ))}
          </List>
        )}
        {warnings.length > 0 && (
          <List size="sm">
            {warnings.map(({ text, values, similarTag }) => (
              <List.Item key={`${text} ${Object.values(values)}`} className="wrap-anywhere">
                {t('rules.warning', { text: t(text, values) })}{' '}
                {similarTag && !isReadOnly && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => props.onReplaceTag(values.name as string, similarTag)}
                  >
                    {t('rules.warning.use', { tag: similarTag })}
                  </Button>
                )}
              </List.Item>
            ))}
          </List>
        )}
        <Effect ruleKey={rule.key} effects={props.effects} />
        <ItemActions
          name={rule.key}
          actions={isReadOnly ? ['try'] : ['edit', 'try', 'up', 'down', 'duplicate', 'remove']}
          disabled={[
            ...(place === 1 ? (['up'] as const) : []),
            ...(place === count ? (['down'] as const) : []),
            ...(props.canTry ? [] : (['try'] as const)),
          ]}
          isOpen={props.isOpen}
          onAction={onAction}
        />
        {props.isOpen && props.children}
      </Stack>
    </Paper>
  );
}

const KINDS = {
  excludes: 'rules.effect.excludes',
  requires: 'rules.effect.requires',
  boosts: 'rules.effect.boosts',
  pins: 'rules.effect.pins',
} as const satisfies Record<string, CountKey>;

/** What the rule in force did in the newest analyses. */
function Effect({ ruleKey, effects }: { ruleKey: string; effects: UseQueryResult<RuleEffects | null> }) {
  const { t, count } = useI18n();
  const { data, isError, isPending } = effects;
  if (isPending) return <Text size="sm">{t('rules.effect.pending')}</Text>;
  if (isError) return <Text size="sm">{t('rules.effect.failed')}</Text>;
  const effect = data?.rules.find(({ key }) => key === ruleKey);
  if (data && !effect) return <Text size="sm">{t('rules.effect.new')}</Text>;
  if (!data || !effect || data.analyses === 0) return <Text size="sm">{t('rules.effect.none')}</Text>;
  const told = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const reach = effect[kind];
    return reach ? [count(KINDS[kind], reach.variants, { most: reach.most })] : [];
  });
  return (
    <Text size="sm">{[count('rules.effect.holds', data.analyses, { holds: effect.holdsIn }), ...told].join(' ')}</Text>
  );
}
