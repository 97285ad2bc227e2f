import { Badge } from '@mantine/core';
import { useI18n } from '../../i18n/i18n.js';
import { STATES } from './names.js';
import type { Experiment } from './queries.js';

export function StateBadge({ state }: { state: Experiment['state'] }) {
  const { t } = useI18n();
  const { text, color } = STATES[state];
  return (
    <Badge color={color} variant="dot">
      {t(text)}
    </Badge>
  );
}
