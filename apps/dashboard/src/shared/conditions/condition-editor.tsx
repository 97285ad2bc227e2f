import { Button, NativeSelect, Group as Row, Stack, Text } from '@mantine/core';
import { type Condition, MAX_CONDITION_DEPTH, MAX_CONDITION_PARTS, unwrapCondition } from '@svc/domain';
import { useState } from 'react';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { listSubjects, type Scope } from './condition-scope.js';
import {
  createLeaf,
  fromRoot,
  type Group,
  getMode,
  getParts,
  isGroup,
  isWithinLimits,
  type Mode,
  toGroup,
  toRoot,
} from './edit-condition.js';
import { type ConditionProblem, isInPart, toPartProblems, toRootProblems } from './find-part-problems.js';
import { LeafEditor, type PartProps, Problems } from './leaf-editor.js';

export type { ConditionProblem } from './find-part-problems.js';

const MODES = {
  ALL: 'condition.mode.all',
  ANY: 'condition.mode.any',
  NOT_ALL: 'condition.mode.not-all',
  NONE: 'condition.mode.none',
} as const satisfies Record<Mode, TextKey>;

/**
 * A condition as a form: questions with their answers, in groups within groups. docs/matching.md M3.
 * @param props.condition - undefined: it always holds.
 */
export function ConditionEditor(props: {
  condition: Condition | undefined;
  scope: Scope;
  problems?: readonly ConditionProblem[];
  onChange(condition: Condition | undefined): void;
}) {
  const { t } = useI18n();
  const [isRefused, setRefused] = useState(false);
  const change = (root: Condition) => {
    const isAllowed = isWithinLimits(root);
    setRefused(!isAllowed);
    if (isAllowed) props.onChange(fromRoot(root));
  };
  return (
    <Stack gap="xs">
      <GroupEditor
        condition={toRoot(props.condition)}
        place=""
        scope={props.scope}
        problems={toRootProblems(props.condition, props.problems ?? [])}
        onChange={change}
      />
      <Text role="alert" size="sm" c="var(--mantine-color-error)">
        {isRefused && t('condition.limit', { parts: MAX_CONDITION_PARTS, depth: MAX_CONDITION_DEPTH })}
      </Text>
    </Stack>
  );
}

function GroupEditor({ condition, place, scope, problems, onChange, onRemove }: PartProps) {
  const { t } = useI18n();
  const { isNegated, part } = unwrapCondition(condition);
  const group = part as Group;
  const parts = getParts(group);
  const mode = getMode(group, isNegated);
  const isRoot = place === '';
  const setParts = (next: Condition[]) => onChange(toGroup(mode, next));
  const first = listSubjects(scope)[0];
  const add = first === undefined ? undefined : createLeaf(first, scope.steps);
  return (
    <fieldset className={isRoot ? 'plain-fieldset' : 'condition-group'} aria-label={t('condition.group', { place })}>
      <Stack gap="sm">
        {(parts.length > 1 || !isRoot || mode !== 'ALL') && (
          <Row gap="sm" align="flex-end">
            <NativeSelect
              size="sm"
              aria-label={t('condition.group.mode', { place })}
              value={mode}
              onChange={({ currentTarget }) => onChange(toGroup(currentTarget.value as Mode, parts))}
              data={(Object.keys(MODES) as Mode[]).map((value) => ({ value, label: t(MODES[value]) }))}
            />
            {onRemove && (
              <Button
                size="sm"
                variant="default"
                onClick={onRemove}
                aria-label={t('condition.remove.group', { place })}
              >
                {t('condition.remove')}
              </Button>
            )}
          </Row>
        )}
        {parts.map((each, at) => {
          const inner = {
            condition: each,
            place: isRoot ? String(at + 1) : `${place}.${at + 1}`,
            scope,
            problems: toPartProblems(condition, at, problems),
            onChange: (changed: Condition) => setParts(parts.map((old, index) => (index === at ? changed : old))),
            onRemove: () => setParts(parts.filter((_, index) => index !== at)),
          };
          // Parts have no names; the fields of each show its own state.
          return isGroup(unwrapCondition(each).part) ? (
            <GroupEditor key={inner.place} {...inner} />
          ) : (
            <LeafEditor key={inner.place} {...inner} />
          );
        })}
        <Problems problems={problems.filter((problem) => !isInPart(condition, problem))} />
        {parts.length === 0 && !isRoot && (
          <Text size="sm" c="var(--mantine-color-error)">
            {t('condition.group.none')}
          </Text>
        )}
        <Row gap="xs">
          <Button
            size="sm"
            variant="default"
            disabled={!add}
            aria-label={isRoot ? t('condition.add') : t('condition.add.in', { place })}
            onClick={() => add && setParts([...parts, add])}
          >
            {t('condition.add')}
          </Button>
          <Button
            size="sm"
            variant="default"
            disabled={!add}
            aria-label={isRoot ? t('condition.add-group') : t('condition.add-group.in', { place })}
            onClick={() => add && setParts([...parts, { any: [add] }])}
          >
            {t('condition.add-group')}
          </Button>
        </Row>
      </Stack>
    </fieldset>
  );
}
