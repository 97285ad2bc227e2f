import { Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { describeLastDay } from '@svc/domain';
import { type ReactNode, useEffect, useRef } from 'react';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { ConditionEditor } from '../../shared/conditions/condition-editor.js';
import type { Scope } from '../../shared/conditions/condition-scope.js';
import { KeyField } from '../../shared/drafts/key-field.js';
import { toSentenceLanguage } from '../../shared/sentence-language.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { ActionList } from './action-list.js';
import { getActions, setActions } from './actions.js';
import type { Rule } from './queries.js';

const DATES = [
  ['from', 'rules.from'],
  ['until', 'rules.until'],
] as const satisfies [keyof Rule, TextKey][];

/** A rule as a form: when, then, from and until. docs/matching.md M3. */
export function RuleForm(props: {
  rule: Rule;
  scope: Scope;
  catalog: Catalog;
  takenKeys: readonly string[];
  /** @param mark - changes with the same mark are one step of undo. */
  onChange(rule: Rule, mark?: string): void;
}) {
  const { t, locale } = useI18n();
  const { rule, onChange } = props;
  const area = useRef<HTMLFieldSetElement>(null);
  useEffect(() => area.current?.querySelector<HTMLElement>('button, select, input')?.focus(), []);
  const setDate = (name: 'from' | 'until', value: string) => {
    const { [name]: _before, ...rest } = rule;
    onChange(value === '' ? rest : { ...rest, [name]: value });
  };
  return (
    <fieldset ref={area} className="plain-fieldset" aria-label={t('rules.form', { rule: rule.key })}>
      <Stack gap="lg">
        <Part title={t('rules.when')}>
          {!rule.when && <Text size="sm">{t('rules.when.always')}</Text>}
          <ConditionEditor
            condition={rule.when}
            scope={props.scope}
            onChange={(when) => {
              const { when: _before, ...rest } = rule;
              onChange(when ? { ...rest, when } : rest);
            }}
          />
        </Part>
        <Part title={t('rules.then')}>
          <ActionList
            actions={getActions(rule)}
            catalog={props.catalog}
            onChange={(actions, mark) => onChange(setActions(rule, actions), mark && `${rule.key} ${mark}`)}
          />
        </Part>
        <Part title={t('rules.validity')} text={t('rules.validity.text')}>
          <Group align="flex-start" gap="sm">
            {DATES.map(([name, label]) => (
              <TextInput
                key={name}
                type="date"
                size="sm"
                label={t(label)}
                value={rule[name] ?? ''}
                onChange={({ currentTarget }) => setDate(name, currentTarget.value)}
                description={
                  name === 'until' &&
                  rule.until &&
                  t('rules.until.last', { day: describeLastDay(rule.until, toSentenceLanguage(locale)) })
                }
                inputWrapperOrder={['label', 'input', 'description', 'error']}
              />
            ))}
          </Group>
        </Part>
        <KeyField
          key={rule.key}
          value={rule.key}
          text={t('rules.key.text')}
          taken={props.takenKeys}
          onChange={(key) => onChange({ ...rule, key })}
        />
      </Stack>
    </fieldset>
  );
}

function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {title}
      </Title>
      {text && (
        <Text size="sm" c="dimmed">
          {text}
        </Text>
      )}
      {children}
    </Stack>
  );
}
