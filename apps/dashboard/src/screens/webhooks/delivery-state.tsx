import { Badge } from '@mantine/core';
import type { Schemas } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';

export const STATE_TEXTS = {
  PENDING: 'webhooks.state.pending',
  DELIVERED: 'webhooks.state.delivered',
  DEAD: 'webhooks.state.dead',
} as const;
const COLORS = { PENDING: 'blue', DELIVERED: 'green', DEAD: 'red' } as const;

export function DeliveryState({ state }: { state: Schemas['DeliverySummary']['state'] }) {
  const { t } = useI18n();
  return (
    <Badge color={COLORS[state]} variant="dot">
      {t(STATE_TEXTS[state])}
    </Badge>
  );
}
