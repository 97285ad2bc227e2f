import { Button, Group, List, Stack, Text } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../notices/error-notice.js';
import { Saved } from '../notices/saved.js';
import { Warnings } from '../notices/warnings.js';
import { Section } from '../section.js';
import { findLastChange } from './last-change.js';
import type { PartState } from './use-part-draft.js';
import type { PartEditor, SavedPart } from './use-part-editor.js';

/** Saves or discards; and if another user was faster, the choice which state stays. */
export function SaveBar<V>(props: {
  editor: Omit<PartEditor<V>, 'change'>;
  newest: PartState<V>;
  /** What the button says. */
  label: string;
  /** Why it cannot be saved yet. */
  obstacle?: string | undefined;
  /** What is in force, where another user has changed it. */
  theirs: readonly string[];
}) {
  const { t, time } = useI18n();
  const { editor, newest, obstacle } = props;
  const { draft, saving, hasConflict } = editor;
  const { name, at } = findLastChange(saving.error);
  return (
    <Stack gap="lg">
      {hasConflict ? (
        <Section title={t('draft.conflict')} text={t('draft.conflict.text')}>
          {at !== undefined && (
            <Text size="sm" className="wrap-anywhere">
              {name === undefined
                ? t('draft.conflict.when', { time: time(at) })
                : t('draft.conflict.who', { name, time: time(at) })}
            </Text>
          )}
          <List type="ordered" size="sm">
            {props.theirs.map((text) => (
              <List.Item key={text} className="wrap-anywhere">
                {text}
              </List.Item>
            ))}
          </List>
          <Group>
            <Button variant="default" onClick={editor.discard}>
              {t('draft.conflict.theirs')}
            </Button>
            <Button onClick={() => editor.save(newest)}>{t('draft.conflict.mine')}</Button>
          </Group>
        </Section>
      ) : (
        <ErrorNotice error={saving.error} />
      )}
      <Group>
        <Button
          data-saves
          disabled={!draft || hasConflict || obstacle !== undefined}
          loading={saving.isPending}
          onClick={() => editor.save()}
        >
          {props.label}
        </Button>
        <Button variant="default" disabled={!draft || saving.isPending} onClick={editor.discard}>
          {t('draft.discard')}
        </Button>
        {draft && obstacle !== undefined && <Text size="sm">{obstacle}</Text>}
        <Saved isVisible={saving.isSuccess && !draft} />
      </Group>
      <Warnings warnings={(saving.data as SavedPart<V> | undefined)?.warnings} />
    </Stack>
  );
}
