import { Button, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useI18n } from '../../i18n/i18n.js';
import { type Change, compareSteps, type Step } from './compare-steps.js';
import { describeChange } from './describe-change.js';

const FIRST = 50;

/** Differences as sentences. Many are shown when the user asks for them. */
export function Sentences({ items }: { items: readonly string[] }) {
  const { count } = useI18n();
  const [isWhole, setWhole] = useState(false);
  const hidden = isWhole ? 0 : Math.max(items.length - FIRST, 0);
  return (
    <Stack gap="xs">
      <List size="sm">
        {(isWhole ? items : items.slice(0, FIRST)).map((sentence) => (
          <List.Item key={sentence} className="wrap-anywhere">
            {sentence}
          </List.Item>
        ))}
      </List>
      {hidden > 0 && (
        <div>
          <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
            {count('changes.more', hidden)}
          </Button>
        </div>
      )}
    </Stack>
  );
}

/** What differs between two questionnaires. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const i18n = useI18n();
  if (changes.length === 0) return <Text>{i18n.t('changes.none')}</Text>;
  return (
    <>
      <Text>{i18n.count('changes.count', changes.length)}</Text>
      <Sentences items={changes.map((change) => describeChange(change, i18n))} />
    </>
  );
}

/** @param locale - of the user; texts of questions are in its language if there are any. */
export const findChanges = (
  before: { steps: readonly Step[] },
  after: { steps: readonly Step[] },
  locale: string,
): Change[] => compareSteps(before.steps, after.steps, locale.split('-')[0] as string);
