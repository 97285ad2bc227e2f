import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { type Condition, describeCondition } from '@svc/domain';
import { useState } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import type { Translator } from '../../../i18n/translator.js';
import { Dialog } from '../../../shared/dialogs/dialog.js';
import { toSentenceLanguage } from '../../../shared/sentence-language.js';
import { toConditionNames } from '../branching/condition-names.js';
import type { Conflict } from '../model/merge.js';
import type { Step } from '../model/steps.js';
import { toStepName } from '../steps/step-name.js';

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
  const toText = ({ path }: Conflict, value: unknown) =>
    path.at(-1) === 'showWhen' && value
      ? describeCondition(value as Condition, names, toSentenceLanguage(locale))
      : toShown(value, t);
  const toPlace = ({ stepId, option, path }: Conflict) => {
    const step = props.steps.find(({ id }) => id === stepId);
    return [step ? toStepName(step) : stepId, option, ...path].filter((part) => part !== undefined).join(' › ');
  };
  return (
    <Dialog
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('builder.conflict')}
      size="lg"
    >
      <Stack>
        <Text>{t('builder.conflict.text')}</Text>
        {props.conflicts.map((conflict) => (
          <Radio.Group
            key={conflict.id}
            label={toPlace(conflict)}
            value={theirs.has(conflict.id) ? 'theirs' : 'mine'}
            onChange={(side) => choose(conflict.id, side)}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="mine" label={t('builder.conflict.mine', { value: toText(conflict, conflict.mine) })} />
              <Radio
                value="theirs"
                label={t('builder.conflict.theirs', { value: toText(conflict, conflict.theirs) })}
              />
            </Stack>
          </Radio.Group>
        ))}
        <Group justify="flex-end">
          <Button onClick={() => props.onDecide(theirs)}>{t('builder.conflict.decide')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

const MAX_SHOWN = 200;

/** A value as one line: texts as they are, everything else as JSON. */
function toShown(value: unknown, t: Translator['t']): string {
  if (value === undefined || value === null) return t('builder.conflict.removed');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)} …` : text;
}
