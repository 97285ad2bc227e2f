import { Button, Checkbox, Group, List, NativeSelect, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useI18n } from '../../i18n/i18n.js';
import { Section } from '../../shared/section.js';
import { isUnused } from './key-state.js';

type ApiKey = Schemas['ApiKey'];

const REFRESH_MS = 5_000;

/**
 * How a key is replaced without a moment in which requests are refused: the last uses of both keys are read again while they are
 * chosen, and the earlier one can be revoked when it is unused or after a confirmation. docs/dashboard.md Y4.6.
 */
export function RotationGuide(props: {
  /** Keys that work. */
  keys: readonly ApiKey[];
  onRefresh: () => void;
  onRevoke: (key: ApiKey) => void;
}) {
  const { keys, onRefresh, onRevoke } = props;
  const { t, time } = useI18n();
  const [ids, setIds] = useState<{ earlier?: string; next?: string }>({});
  const [isConfirmed, setConfirmed] = useState(false);
  const [now, setNow] = useState(Date.now);
  const earlier = keys.find(({ id }) => id === ids.earlier);
  const next = keys.find(({ id }) => id === ids.next);
  const refresh = () => {
    setNow(Date.now());
    if (earlier || next) onRefresh();
  };
  useInterval(refresh, REFRESH_MS, { autoInvoke: true });
  const isFree = earlier !== undefined && isUnused(earlier, now);
  const toUse = ({ lastUsedAt }: ApiKey) =>
    lastUsedAt === null ? t('keys.rotate.unused') : t('keys.rotate.used', { time: time(lastUsedAt) });
  const choose = (part: 'earlier' | 'next', other: ApiKey | undefined) => (
    <NativeSelect
      label={t(part === 'earlier' ? 'keys.rotate.earlier' : 'keys.rotate.next')}
      value={(part === 'earlier' ? earlier : next)?.id ?? ''}
      onChange={({ currentTarget: { value } }) => {
        setConfirmed(false);
        setIds({ ...ids, [part]: value });
      }}
      data={[
        { value: '', label: t('keys.rotate.choose') },
        ...keys
          .filter((key) => key !== other)
          .map(({ id, name, lastFour }) => ({ value: id, label: `${name} (…${lastFour})` })),
      ]}
    />
  );
  return (
    <Section title={t('keys.rotate')}>
      <List type="ordered" spacing="md" maw="42rem">
        <List.Item>{t('keys.rotate.create')}</List.Item>
        <List.Item>
          <Stack gap="xs">
            <Text>{t('keys.rotate.deploy')}</Text>
            {choose('next', earlier)}
            {next && <Text role="status">{toUse(next)}</Text>}
          </Stack>
        </List.Item>
        <List.Item>
          <Stack gap="xs">
            <Text>{t('keys.rotate.revoke')}</Text>
            {choose('earlier', next)}
            {earlier && <Text role="status">{toUse(earlier)}</Text>}
            {earlier && !isFree && (
              <Checkbox
                label={t('keys.rotate.confirm')}
                checked={isConfirmed}
                onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
              />
            )}
            <Group>
              <Button
                variant="default"
                disabled={!isFree && !(earlier && isConfirmed)}
                onClick={() => earlier && onRevoke(earlier)}
              >
                {t('keys.rotate.action')}
              </Button>
            </Group>
          </Stack>
        </List.Item>
      </List>
    </Section>
  );
}
