import { Checkbox, Group, Stack, TextInput } from '@mantine/core';
import type { ProductSet, Tab } from '@svc/domain';
import { localize } from '@svc/domain';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { KeyField } from '../../shared/drafts/key-field.js';
import { LocalizedFields } from '../../shared/drafts/localized-fields.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { PickList } from '../../shared/targets/pick-list.js';
import { TargetEditor } from '../../shared/targets/target-editor.js';

/** Sets of one tab. */
const MAX_SETS = 200;
const MAX_ITEMS = 9_999;

/** A tab of the result page as a form. docs/matching.md M8. */
export function TabForm(props: {
  tab: Tab;
  languages: readonly string[];
  catalog: Catalog;
  sets: readonly ProductSet[];
  takenKeys: readonly string[];
  /** Whether others may know the key already. */
  isKnown: boolean;
  /** @param mark - changes with the same mark are one step of undo. */
  onChange(tab: Tab, mark?: string): void;
}) {
  const { t, locale } = useI18n();
  const { tab, onChange, sets } = props;
  const area = useRef<HTMLFieldSetElement>(null);
  useEffect(() => area.current?.querySelector<HTMLElement>('input')?.focus(), []);
  const toSetName = (key: string) => {
    const found = sets.find((set) => set.key === key);
    return (found && localize(found.name, locale, locale)) || key;
  };
  return (
    <fieldset ref={area} className="plain-fieldset" aria-label={t('tabs.form', { tab: tab.key })}>
      <Stack gap="md">
        <LocalizedFields
          label={t('tabs.name')}
          text={tab.name}
          languages={props.languages}
          error={Object.keys(tab.name).length === 0 ? t('tabs.name.empty') : undefined}
          onChange={(name, tag) => onChange({ ...tab, name }, `${tab.key} name ${tag}`)}
        />
        <LocalizedFields
          label={t('tabs.description')}
          text={tab.description ?? {}}
          languages={props.languages}
          onChange={(text, tag) =>
            onChange(
              { ...tab, description: Object.keys(text).length === 0 ? null : text },
              `${tab.key} description ${tag}`,
            )
          }
        />
        <TargetEditor
          target={{ tags: tab.select.tags, productIds: tab.select.productIds }}
          catalog={props.catalog}
          withCount={false}
          onChange={({ tags, productIds }) =>
            onChange({ ...tab, select: { ...tab.select, tags: [...tags], productIds: [...productIds] } })
          }
        />
        <PickList
          label={t('tabs.sets')}
          values={tab.select.sets}
          max={MAX_SETS}
          choices={sets.map(({ key }) => ({ value: key, label: toSetName(key) }))}
          toName={toSetName}
          refuse={(key) => t('tabs.sets.unknown', { key })}
          onChange={(keys) => onChange({ ...tab, select: { ...tab.select, sets: keys } })}
        />
        <Group align="flex-start" gap="lg">
          <TextInput
            size="sm"
            maw="20rem"
            label={t('tabs.max')}
            description={t('tabs.max.text')}
            inputMode="numeric"
            value={tab.maxItemsToShow ?? ''}
            onChange={({ currentTarget }) => {
              const digits = currentTarget.value.replace(/\D/g, '');
              const most = digits === '' ? null : Math.min(Math.max(Number(digits), 1), MAX_ITEMS);
              onChange({ ...tab, maxItemsToShow: most }, `${tab.key} max`);
            }}
          />
          <Checkbox
            label={t('tabs.enabled')}
            description={t('tabs.enabled.text')}
            checked={tab.enabled}
            onChange={({ currentTarget }) => onChange({ ...tab, enabled: currentTarget.checked })}
          />
        </Group>
        <KeyField
          key={tab.key}
          value={tab.key}
          text={t(props.isKnown ? 'tabs.key.warning' : 'tabs.key.text')}
          taken={props.takenKeys}
          onChange={(key) => onChange({ ...tab, key })}
        />
      </Stack>
    </fieldset>
  );
}
