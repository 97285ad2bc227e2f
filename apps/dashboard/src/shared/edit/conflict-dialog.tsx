import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type Condition, describeCondition, describeRule, type Rule } from '@svc/domain';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import type { Translator } from '../../i18n/translator.js';
import { Dialog } from '../dialogs/dialog.js';
import { toSentenceLanguage } from '../sentence-language.js';
import { toConditionNames } from './condition-names.js';
import type { Conflict } from './model/merge.js';
import type { Step } from './model/steps.js';
import { toStepName } from './step-name.js';

/** What both users have changed, one by one. It stays open until it is decided: nothing is saved before. */
export function ConflictDialog(props: {
  conflicts: readonly Conflict[];
  steps: readonly Step[];
  /** @param theirs - ids of the conflicts where the other side is taken. */
  onDecide: (theirs: ReadonlySet<string>) => void;
}) {
  const { t, locale } = useI18n();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, side: string) => {
    const next = new Set(theirs);
    if (side === 'theirs') next.add(id);
    else next.delete(id);
    setTheirs(next);
  };
  const names = toConditionNames(props.steps, locale);
  const language = toSentenceLanguage(locale);
  const toSentence = (rule: Rule) => describeRule(rule, { ...names, product: String, variant: String }, language);
  const toText = ({ path }: Conflict, value: unknown) => {
    if (!value) return toShown(value, t);
    if (path.at(-1) === 'showWhen') return describeCondition(value as Condition, names, language);
    if (path[0] !== 'matching') return toShown(value, t);
    if (path.length === 3 && path[1] === 'rules') return toSentence(value as Rule);
    return path.length === 1 ? (value as { rules: Rule[] }).rules.map(toSentence).join(' ') : toShown(value, t);
  };
  const toPlace = ({ stepId, option, path }: Conflict) => {
    const step = props.steps.find(({ id }) => id === stepId);
    const [part, , ...below] = path;
    const places =
      part === 'matching' || part === 'resultPage'
        ? [t(part === 'matching' ? 'edit.place.rules' : 'edit.place.result-page'), ...below]
        : [step ? toStepName(step) : stepId, option, ...path];
    return places.filter((each) => each !== undefined).join(' › ');
  };
  return (
    <Dialog
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('edit.conflict')}
      size="lg"
    >
      <Stack>
        <Text>{t('edit.conflict.text')}</Text>
        {props.conflicts.map((conflict) => (
          <Radio.Group
            key={conflict.id}
            label={toPlace(conflict)}
            value={theirs.has(conflict.id) ? 'theirs' : 'mine'}
            onChange={(side) => choose(conflict.id, side)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="mine" label={t('edit.conflict.mine', { value: toText(conflict, conflict.mine) })} />
              <Radio value="theirs" label={t('edit.conflict.theirs', { value: toText(conflict, conflict.theirs) })} />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button onClick={() => props.onDecide(theirs)}>{t('edit.conflict.decide')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const MAX_SHOWN = 200;

/** A value as one line: texts as they are, everything else as JSON. */
function toShown(value: unknown, t: Translator['t']): string {
  if (value === undefined || value === null) return t('edit.conflict.removed');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text;
}
