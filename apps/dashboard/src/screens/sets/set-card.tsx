import { Badge, Group, List, Paper, Stack, Text } from '@mantine/core';
import type { ProductSet } from '@svc/domain';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { type ItemAction, ItemActions } from '../../shared/drafts/item-actions.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { describeSet } from './describe-set.js';
import { isDynamic, toSetName } from './edit-set.js';
import { type SetProblem, warnAboutSet } from './find-set-problems.js';

export const PROBLEMS = {
  NO_NAME: 'sets.problem.name',
  NO_OWN_VARIANT: 'sets.problem.own',
  OWN_VARIANT_TAKEN: 'sets.problem.own-taken',
  OWN_VARIANT_IS_MEMBER: 'sets.problem.own-member',
  NO_MEMBERS: 'sets.problem.members',
} as const satisfies Record<SetProblem, string>;

/** A set as a sentence, with what is wrong with it. */
export function SetCard(props: {
  set: ProductSet;
  catalog: Catalog;
  problems: readonly SetProblem[];
  isReadOnly: boolean;
  isOpen: boolean;
  onAction(action: ItemAction): void;
  /** The form of an open set. */
  children: ReactNode;
}) {
  const i18n = useI18n();
  const { t, list, count, locale } = i18n;
  const { set, catalog, problems } = props;
  const name = toSetName(set, locale);
  const { isOwnUnknown, unknownMembers, mostPlaces } = warnAboutSet(set, catalog);
  const warnings = [
    ...(isOwnUnknown ? [t('sets.warning.own', { id: set.variantId })] : []),
    ...(unknownMembers.length > 0
      ? [count('sets.warning.members', unknownMembers.length, { ids: list(unknownMembers) })]
      : []),
    ...(mostPlaces === undefined ? [] : [count('sets.warning.size', mostPlaces)]),
  ];
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="xs">
        <Group gap="sm">
          <Text fw={600} className="wrap-anywhere">
            {name}
          </Text>
          <Badge variant="dot" color="gray">
            {t(isDynamic(set) ? 'sets.kind.dynamic' : 'sets.kind.fixed')}
          </Badge>
        </Group>
        <Text size="sm" className="wrap-anywhere">
          {describeSet(set, { product: catalog.getProductName, variant: catalog.getVariantName }, i18n)}
        </Text>
        <Text size="sm" c="dimmed" className="wrap-anywhere">
          {t('sets.key.shown', { key: set.key })}
        </Text>
        {problems.length > 0 && (
          <List size="sm" c="var(--mantine-color-error)">
            {problems.map((problem) => (
              <List.Item key={problem}>{t(PROBLEMS[problem])}</List.Item>
            ))}
          </List>
        )}
        {warnings.length > 0 && (
          <List size="sm">
            {warnings.map((text) => (
              <List.Item key={text} className="wrap-anywhere">
                {text}
              </List.Item>
            ))}
          </List>
        )}
        <ItemActions
          name={name}
          actions={props.isReadOnly ? [] : ['edit', 'remove']}
          disabled={[]}
          isOpen={props.isOpen}
          onAction={props.onAction}
        />
        {props.isOpen && props.children}
      </Stack>
    </Paper>
  );
}
