import { Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import type { CountKey } from '../../i18n/translator.js';
import type { Rule, RuleEffects } from './queries.js';

const DATES = [
  ['from', 'rules.from'],
  ['until', 'rules.until'],
] as const satisfies [keyof Rule, TextKey][];

/** A rule as a sentence, its validity, and what it does. `Alt` with an arrow moves it. */
export function RuleCard(props: {
  rule: Rule;
  sentence: string;
  place: number;
  count: number;
  effects: UseQueryResult<RuleEffects | null>;
  isReadOnly: boolean;
  onMove(by: -1 | 1): void;
  onChange(rule: Rule): void;
  onRemove(): void;
}) {
  const { t } = useI18n();
  const { rule, place, count, isReadOnly, onMove } = props;
  const onKeyDown = (event: KeyboardEvent) => {
    if (isReadOnly || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  const setDate = (name: 'from' | 'until', value: string) => {
    const { [name]: _before, ...rest } = rule;
    props.onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <Paper component="li" withBorder p="md" onKeyDown={onKeyDown}>
      <Stack gap="xs">
        <Text className="wrap-anywhere">
          {place}. {props.sentence}
        </Text>
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {t('rules.key', { key: rule.key })}
        </Text>
        <Effect ruleKey={rule.key} effects={props.effects} />
        <Group align="flex-end" gap="sm">
          {DATES.map(([name, label]) => (
            <TextInput
              key={name}
              type="date"
              size="sm"
              label={t(label)}
              value={rule[name] ?? ''}
              readOnly={isReadOnly}
              onChange={({ currentTarget }) => setDate(name, currentTarget.value)}
            />
          ))}
          {!isReadOnly && (
            <Group gap="xs">
              <Button
                size="sm"
                variant="default"
                disabled={place === 1}
                onClick={() => onMove(-1)}
                aria-label={t('rules.up.named', { rule: rule.key })}
              >
                {t('rules.up')}
              </Button>
              <Button
                size="sm"
                variant="default"
                disabled={place === count}
                onClick={() => onMove(1)}
                aria-label={t('rules.down.named', { rule: rule.key })}
              >
                {t('rules.down')}
              </Button>
              <Button
                size="sm"
                variant="default"
                onClick={props.onRemove}
                aria-label={t('rules.remove.named', { rule: rule.key })}
              >
                {t('rules.remove')}
              </Button>
            </Group>
          )}
        </Group>
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
  if (!data || !effect || data.analyses === 0) return <Text size="sm">{t('rules.effect.none')}</Text>;
  const told = (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((kind) => {
    const reach = effect[kind];
    return reach ? [count(KINDS[kind], reach.variants, { most: reach.most })] : [];
  });
  return (
    <Text size="sm">{[count('rules.effect.holds', data.analyses, { holds: effect.holdsIn }), ...told].join(' ')}</Text>
  );
}
