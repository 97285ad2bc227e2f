import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { TargetEditor } from '../../shared/targets/target-editor.js';
import { ACTION_KINDS, type Action, type ActionKind, listFreeKinds, NO_TARGET } from './actions.js';

const KINDS = {
  EXCLUDE: 'rules.action.exclude',
  REQUIRE: 'rules.action.require',
  UP: 'rules.action.up',
  DOWN: 'rules.action.down',
  PIN: 'rules.action.pin',
} as const satisfies Record<ActionKind, TextKey>;

/** What a rule does: each kind of action at most once, with the products that it is about. */
export function ActionList(props: {
  actions: readonly Action[];
  catalog: Catalog;
  /** @param mark - changes with the same mark are one step of undo. */
  onChange(actions: readonly Action[], mark?: string): void;
}) {
  const { t } = useI18n();
  const { actions, catalog, onChange } = props;
  const free = listFreeKinds(actions);
  return (
    <Stack gap="sm">
      {actions.map((action, at) => {
        const change = (changed: Action, mark?: string) =>
          onChange(
            actions.map((each, index) => (index === at ? changed : each)),
            mark,
          );
        const others = actions.filter((_, index) => index !== at);
        const kinds = listFreeKinds(others);
        const name = t(KINDS[action.kind]);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the kind changes while its field has the focus.
          <fieldset key={at} className="condition-part" aria-label={t('rules.action', { name })}>
            <Stack gap="sm">
              <Group gap="sm" align="flex-end">
                <NativeSelect
                  size="sm"
                  label={t('rules.action.kind')}
                  value={action.kind}
                  onChange={({ currentTarget }) => change({ ...action, kind: currentTarget.value as ActionKind })}
                  data={ACTION_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => ({
                    value: kind,
                    label: t(KINDS[kind]),
                  }))}
                />
                {action.strength !== undefined && (
                  <Strength
                    value={action.strength}
                    onChange={(strength) => change({ ...action, strength }, `strength ${at}`)}
                  />
                )}
                <Button
                  size="sm"
                  variant="default"
                  onClick={() => onChange(others)}
                  aria-label={t('rules.action.remove', { name })}
                >
                  {t('rules.action.remove.short')}
                </Button>
              </Group>
              <TargetEditor
                target={action.target}
                catalog={catalog}
                onChange={(target) => change({ ...action, target })}
              />
            </Stack>
          </fieldset>
        );
      })}
      <div>
        <Button
          size="sm"
          variant="default"
          disabled={free.length === 0}
          onClick={() => free[0] && onChange([...actions, { kind: free[0], target: NO_TARGET }])}
        >
          {t('rules.action.add')}
        </Button>
      </div>
      {free.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('rules.action.all')}
        </Text>
      )}
    </Stack>
  );
}

/** A strength that no rule has: what was typed is no number from 0 to 1. */
const INVALID = 2;

/** From 0 to 1. Everything else stays in the field, with what is wrong. */
function Strength({ value, onChange }: { value: number; onChange(value: number): void }) {
  const { t } = useI18n();
  const [text, setText] = useState(String(value));
  const shown = toStrength(text) === value ? text : String(value);
  return (
    <TextInput
      size="sm"
      w={240}
      label={t('rules.strength')}
      description={t('rules.strength.text')}
      inputMode="decimal"
      value={shown}
      error={value > 1 && t('rules.problem.strength')}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(toStrength(currentTarget.value));
      }}
    />
  );
}

/** A comma is a decimal point. */
function toStrength(text: string): number {
  const isNumber = /^\d*[.,]?\d*$/.test(text.trim()) && /\d/.test(text);
  const value = isNumber ? Number(text.trim().replace(',', '.')) : INVALID;
  return value <= 1 ? value : INVALID;
}
