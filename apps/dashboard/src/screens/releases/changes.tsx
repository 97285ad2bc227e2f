import { Button, List, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';

export type Change = Schemas['FunnelDiff']['changes'][number];

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

const PARTS: Record<string, TextKey> = {
  steps: 'changes.questions',
  assortment: 'changes.assortment',
  matching: 'changes.rules',
  resultPage: 'changes.tabs',
};

/** What differs between two states of a funnel, by question and part. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  const { t, count } = useI18n();
  if (changes.length === 0) return <Text>{t('changes.none')}</Text>;
  const groups = new Map<string, string[]>();
  for (const { question, path, sentence } of changes) {
    const [, part = ''] = path.split('/');
    const title = question ?? t(PARTS[part] ?? 'changes.questions');
    groups.set(title, [...(groups.get(title) ?? []), sentence]);
  }
  return (
    <Stack gap="sm">
      <Text>{count('changes.count', changes.length)}</Text>
      {[...groups].map(([title, sentences]) => (
        <section key={title} aria-label={title}>
          <Title order={3} size="h6" className="wrap-anywhere">
            {title}
          </Title>
          <Sentences items={sentences} />
        </section>
      ))}
    </Stack>
  );
}
