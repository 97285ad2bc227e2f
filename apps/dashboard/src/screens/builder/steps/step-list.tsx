import { Badge, Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { builtInSelections } from '@svc/domain';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import { createStep, duplicateStep, insert } from '../../../shared/edit/model/change-steps.js';
import type { StepProblem } from '../../../shared/edit/model/find-problems.js';
import { hasOwnOptions, type Step } from '../../../shared/edit/model/steps.js';
import { toStepName } from '../../../shared/edit/step-name.js';
import { DragHandle } from '../../../shared/order/drag-handle.js';
import { move } from '../../../shared/order/move.js';
import { useDragOrder } from '../../../shared/order/use-drag-order.js';
import { STEP_TYPES, type StepType, TYPE_MARKS, TYPE_NAMES } from './step-types.js';

export type ChangeSteps = (mark: string, make: (steps: Step[]) => Step[]) => void;

interface Props {
  steps: Step[];
  chosen: Step | undefined;
  isReadOnly: boolean;
  problems: readonly StepProblem[];
  onChoose: (id: number) => void;
  onChange: ChangeSteps;
  /** Announces what has happened. */
  say: (text: string) => void;
}

/** The questions in order. Everything works by keyboard: docs/dashboard.md Y15. */
export function StepList({ steps, chosen, isReadOnly, problems, onChoose, onChange, say }: Props) {
  const { t } = useI18n();
  const list = useRef<HTMLOListElement>(null);
  /** The question that gets the focus as soon as it is the chosen one. */
  const focusNext = useRef<number>(undefined);
  const index = steps.findIndex(({ id }) => id === chosen?.id);
  // The focus follows a question that was chosen, added or moved by keyboard.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the list.
  useEffect(() => {
    if (focusNext.current === undefined || focusNext.current !== chosen?.id) return;
    focusNext.current = undefined;
    list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
  }, [steps, chosen]);
  const choose = (id: number) => {
    focusNext.current = id;
    onChoose(id);
  };
  const add = (type: StepType) => {
    const step = createStep(steps, type, hasOwnOptions({ type }) ? '' : t(TYPE_NAMES[type]), builtInOptions(type));
    onChange('', (all) => insert(all, index + 1, step));
    choose(step.id);
    say(t('builder.added', { position: index + 2, count: steps.length + 1 }));
  };
  const moveTo = (from: number, to: number) => {
    const step = steps[from];
    if (!step || to < 0 || to >= steps.length) return;
    onChange('', (all) => move(all, from, to));
    say(t('builder.moved', { name: toStepName(step), position: to + 1, count: steps.length }));
  };
  const moveStep = (by: -1 | 1) => {
    focusNext.current = chosen?.id;
    moveTo(index, index + by);
  };
  const order = useDragOrder('li', moveTo);
  const remove = () => {
    if (!chosen) return;
    const next = steps[index + 1] ?? steps[index - 1];
    onChange('', (all) => all.filter(({ id }) => id !== chosen.id));
    if (next) choose(next.id);
    say(t('builder.removed', { name: toStepName(chosen) }));
  };
  const duplicate = () => {
    const copied = chosen && duplicateStep(steps, chosen.id);
    if (!copied) return;
    onChange('', (all) => duplicateStep(all, chosen.id)?.steps ?? all);
    choose(copied.id);
    say(t('builder.added', { position: index + 2, count: steps.length + 1 }));
  };
  const onKey = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey;
    const act = (work: () => void) => {
      event.preventDefault();
      work();
    };
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (by !== undefined && event.altKey && !isReadOnly) act(() => moveStep(by));
    else if (by !== undefined) {
      const next = steps[index + by];
      act(() => next && choose(next.id));
    } else if (event.key === 'Enter' && !isCommand) act(() => document.getElementById('builder-title')?.focus());
    else if (isReadOnly) return;
    else if (event.key === 'Enter') act(() => add('SINGLE_SELECTION'));
    else if (isCommand && event.key.toLowerCase() === 'd') act(duplicate);
    else if (event.key === 'Delete') act(remove);
  };
  return (
    <Stack gap="sm" component="section" aria-label={t('builder.questions')} data-pane="">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('builder.questions')}
        </Title>
        {!isReadOnly && (
          <Menu position="bottom-end" withinPortal={false}>
            <Menu.Target>
              <Button size="xs">{t('builder.add')}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {STEP_TYPES.map((type) => {
                // A built-in question fills one field, so there is one of each type.
                const isThere = !hasOwnOptions({ type }) && steps.some((step) => step.type === type);
                return (
                  <Menu.Item key={type} onClick={() => add(type)} disabled={isThere}>
                    {t(TYPE_NAMES[type])}
                    {isThere && (
                      <Text size="xs" component="span" display="block">
                        {t('builder.add.once')}
                      </Text>
                    )}
                  </Menu.Item>
                );
              })}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      <ol ref={list} className="builder-steps" onKeyDown={onKey}>
        {steps.map((step, at) => {
          const isChosen = step.id === chosen?.id;
          const faults = problems.filter(({ stepId }) => stepId === step.id).length;
          return (
            <li key={step.id} style={{ display: 'flex', alignItems: 'center', ...order.toStyle(at) }}>
              {!isReadOnly && <DragHandle {...order.toHandle(at)} />}
              <button
                type="button"
                aria-current={isChosen}
                tabIndex={isChosen ? 0 : -1}
                onClick={() => onChoose(step.id)}
              >
                <span className="wrap-anywhere">
                  {at + 1}. {toStepName(step)}
                </span>
                <Text size="xs" component="span" c="dimmed">
                  <span aria-hidden>{TYPE_MARKS[step.type]} </span>
                  {t(TYPE_NAMES[step.type])}
                </Text>
                {faults > 0 && (
                  <Badge color="red" variant="light" size="sm">
                    {t('builder.step.problems', { count: faults })}
                  </Badge>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      {steps.length === 0 && <Text c="dimmed">{t('builder.empty')}</Text>}
      {!isReadOnly && chosen && (
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={index <= 0} onClick={() => moveStep(-1)}>
            {t('builder.up')}
          </Button>
          <Button size="xs" variant="default" disabled={index >= steps.length - 1} onClick={() => moveStep(1)}>
            {t('builder.down')}
          </Button>
          <Button size="xs" variant="default" disabled={!hasOwnOptions(chosen)} onClick={duplicate}>
            {t('builder.duplicate')}
          </Button>
          <Button size="xs" variant="default" onClick={remove}>
            {t('builder.remove')}
          </Button>
        </Group>
      )}
      {!isReadOnly && (
        <Text size="xs" c="dimmed">
          {t('builder.keys')}
        </Text>
      )}
    </Stack>
  );
}

const builtInOptions = (type: StepType) => builtInSelections(type).map(({ orderNumber, ...option }) => option);
