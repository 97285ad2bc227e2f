import { Badge, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { translateFailure } from './failures.js';

type Attempt = Omit<Schemas['DeliveryAttempt'], 'number'>;

/** What was sent and what came back. Bodies are folded: they contain contact data. */
export function AttemptDetails({ attempt, requestBody }: { attempt: Attempt; requestBody?: string }) {
  const { t } = useI18n();
  const headers = Object.entries(attempt.requestHeaders).map(([name, value]) => `${name}: ${value}`);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Badge color={attempt.error === null ? 'green' : 'red'} variant="dot">
          {attempt.status ?? t('webhooks.no-answer')}
        </Badge>
        <Text size="sm">{t('webhooks.duration', { ms: attempt.durationMs })}</Text>
      </Group>
      {attempt.error !== null && (
        <Text className="wrap-anywhere">
          {translateFailure(attempt.error, t) ?? <span lang="en">{attempt.error}</span>}
        </Text>
      )}
      <Text size="sm" c="dimmed" className="wrap-anywhere">
        POST {attempt.url}
      </Text>
      <Folded title={t('webhooks.request-headers')}>{headers.join('\n')}</Folded>
      {requestBody !== undefined && <Folded title={t('webhooks.request-body')}>{toReadable(requestBody)}</Folded>}
      {attempt.responseBody !== null && <Folded title={t('webhooks.response-body')}>{attempt.responseBody}</Folded>}
    </Stack>
  );
}

/** Text that is shown on demand. */
export function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary>{title}</summary>
      <Code block tabIndex={0} mt="xs" mah="24rem" style={{ overflow: 'auto' }} aria-label={title} role="region">
        {children}
      </Code>
    </details>
  );
}

/** JSON with line breaks; anything else as it is. */
export function toReadable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
}
