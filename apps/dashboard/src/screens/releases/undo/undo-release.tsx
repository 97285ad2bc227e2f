import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import { ErrorNotice } from '../../../shared/notices/error-notice.js';
import { type Outcome, usePublish } from '../use-publish.js';
import { getUndoEnd } from './undo-time.js';

/** One step back, for ten minutes after a release. docs/dashboard.md Y14.4. */
export function UndoRelease(props: {
  subdomain: string;
  /** Of the release in force. */
  number: number;
  /** ISO 8601. */
  releasedAt: string;
  onUndone: (outcome: Outcome) => void;
}) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const before = props.number - 1;
  const end = getUndoEnd(props.releasedAt);
  const [isOver, setOver] = useState(() => Date.now() >= end);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(end - Date.now(), 0));
    return () => clearTimeout(timer);
  }, [end]);
  // What was in force a moment ago is not checked again, so that it works while matching is under load.
  const undo = usePublish({
    company: handle,
    subdomain: props.subdomain,
    target: { kind: 'RELEASE', number: before },
    isForced: true,
    onDone: props.onUndone,
  });
  if (before < 1 || isOver) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">{t('released.undo.text', { number: before })}</Text>
      <Group>
        <Button variant="default" onClick={() => undo.mutate('')} loading={undo.isPending}>
          {t('released.undo')}
        </Button>
      </Group>
      <ErrorNotice error={undo.error} />
    </Stack>
  );
}
