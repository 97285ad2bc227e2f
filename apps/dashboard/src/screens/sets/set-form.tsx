import { Group, Radio, Stack, TextInput } from '@mantine/core';
import { MAX_SET_MEMBERS, MAX_SET_QUANTITY, type ProductSet } from '@svc/domain';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { KeyField } from '../../shared/drafts/key-field.js';
import { LocalizedFields } from '../../shared/drafts/localized-fields.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { PickList } from '../../shared/targets/pick-list.js';
import { isDynamic, listMembers, toSetName, withMemberIds, withMembers } from './edit-set.js';
import type { SetProblem } from './find-set-problems.js';

const LIFTS = ['all', 'any', 'off'] as const;
const LIFT_TEXTS = { all: 'sets.lift.all', any: 'sets.lift.any', off: 'sets.lift.off' } as const;

/** A set as a form. docs/matching.md M1.7, M5.7. */
export function SetForm(props: {
  set: ProductSet;
  languages: readonly string[];
  catalog: Catalog;
  problems: readonly SetProblem[];
  takenKeys: readonly string[];
  /** @param mark - changes with the same mark are one step of undo. */
  onChange(set: ProductSet, mark?: string): void;
}) {
  const { t, locale } = useI18n();
  const { set, catalog, problems, onChange } = props;
  const area = useRef<HTMLFieldSetElement>(null);
  useEffect(() => area.current?.querySelector<HTMLElement>('input')?.focus(), []);
  const members = listMembers(set);
  const toName = isDynamic(set) ? catalog.getProductName : catalog.getVariantName;
  const isKnown = isDynamic(set) ? catalog.hasProduct : catalog.hasVariant;
  const refuse = (knows: (id: string) => boolean) => (id: string) =>
    catalog.isComplete && !knows(id) ? t('target.unknown', { id }) : null;
  const setAmount = (id: string, amount: number) =>
    onChange(
      withMembers(
        set,
        members.map((member) => (member.id === id ? { id, amount } : member)),
      ),
      `${set.key} amount ${id}`,
    );
  return (
    <fieldset ref={area} className="plain-fieldset" aria-label={t('sets.form', { name: toSetName(set, locale) })}>
      <Stack gap="md">
        <LocalizedFields
          label={t('sets.name')}
          text={set.name}
          languages={props.languages}
          error={problems.includes('NO_NAME') ? t('sets.problem.name') : undefined}
          onChange={(name, tag) => onChange({ ...set, name }, `${set.key} name ${tag}`)}
        />
        <PickList
          label={t('sets.own')}
          action={t('sets.own.choose')}
          values={set.variantId === '' ? [] : [set.variantId]}
          // Another one takes the place of the present one.
          max={2}
          choices={catalog.listVariants()}
          toName={catalog.getVariantName}
          refuse={refuse(catalog.hasVariant)}
          onChange={(ids) => onChange({ ...set, variantId: ids.at(-1) ?? '' })}
        />
        <PickList
          label={t(isDynamic(set) ? 'sets.products' : 'sets.variants')}
          error={problems.includes('NO_MEMBERS') ? t('sets.problem.members') : undefined}
          values={members.map(({ id }) => id)}
          max={MAX_SET_MEMBERS}
          choices={isDynamic(set) ? catalog.listProducts() : catalog.listVariants()}
          toName={toName}
          refuse={refuse(isKnown)}
          onChange={(ids) => onChange(withMemberIds(set, ids))}
        />
        {members.length > 0 && (
          <Group align="flex-end" gap="sm">
            {members.map(({ id, amount }) => (
              <Amount
                key={id}
                label={t(isDynamic(set) ? 'sets.amount.max' : 'sets.amount.quantity', { name: toName(id) })}
                value={amount}
                onChange={(next) => setAmount(id, next)}
              />
            ))}
          </Group>
        )}
        {isDynamic(set) ? (
          <Amount
            label={t('sets.size')}
            description={t('sets.size.text')}
            value={set.size}
            onChange={(size) => onChange({ ...set, size }, `${set.key} size`)}
          />
        ) : (
          <Radio.Group
            label={t('sets.lift')}
            value={set.lift}
            onChange={(lift) => onChange({ ...set, lift: lift as (typeof LIFTS)[number] })}
          >
            <Stack gap="xs" mt="xs">
              {LIFTS.map((lift) => (
                <Radio key={lift} value={lift} label={t(LIFT_TEXTS[lift])} />
              ))}
            </Stack>
          </Radio.Group>
        )}
        <KeyField
          key={set.key}
          value={set.key}
          text={t('sets.key.text')}
          taken={props.takenKeys}
          onChange={(key) => onChange({ ...set, key })}
        />
      </Stack>
    </fieldset>
  );
}

/** A number from 1 on. */
function Amount(props: { label: string; description?: string; value: number; onChange(value: number): void }) {
  return (
    <TextInput
      size="sm"
      maw="16rem"
      inputMode="numeric"
      label={props.label}
      {...(props.description === undefined ? {} : { description: props.description })}
      value={props.value}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replace(/\D/g, '');
        if (digits !== '') props.onChange(Math.min(Math.max(Number(digits), 1), MAX_SET_QUANTITY));
      }}
    />
  );
}
