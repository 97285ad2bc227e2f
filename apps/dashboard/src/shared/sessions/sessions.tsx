import { Badge, Button, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, load } from '../../api/client.js';
import { useChange } from '../../api/queries.js';
import { useI18n } from '../../i18n/i18n.js';
import { ErrorNotice } from '../notices/error-notice.js';
import { Loaded } from '../notices/loaded.js';
import { Rows } from '../rows.js';
import { readDevice } from './read-device.js';

const KEY = ['sessions'];

/** Where the user is signed in: each session can be ended, or all others. docs/dashboard.md Y82, docs/identity.md I4.5. */
export function Sessions() {
  const { t, time } = useI18n();
  const sessions = useQuery({ queryKey: KEY, queryFn: () => load(api.GET('/auth/sessions')) });
  const end = useChange({
    run: (sessionId: string) => load(api.DELETE('/auth/sessions/{sessionId}', { params: { path: { sessionId } } })),
    changes: KEY,
  });
  const toDevice = (userAgent: string): string => {
    const { program, system } = readDevice(userAgent);
    if (program !== undefined && system !== undefined) return t('sessions.device.on', { program, system });
    return program ?? system ?? t('sessions.device.unknown');
  };
  const endOthers = useChange({ run: () => load(api.DELETE('/auth/sessions')), changes: KEY });
  return (
    <Loaded query={sessions}>
      {({ data }) => (
        <Stack gap="sm">
          <ErrorNotice error={end.error ?? endOthers.error} />
          <Rows
            caption={t('sessions.title')}
            items={data}
            toKey={({ id }) => id}
            columns={[
              {
                title: t('sessions.device'),
                cell: ({ userAgent }) => <span className="wrap-anywhere">{toDevice(userAgent)}</span>,
              },
              { title: t('sessions.network'), cell: ({ network }) => network || '–' },
              { title: t('sessions.seen'), cell: ({ lastSeenAt }) => time(lastSeenAt) },
              {
                title: t('list.actions'),
                cell: ({ id, isCurrent, userAgent }) =>
                  isCurrent ? (
                    <Badge variant="dot">{t('sessions.current')}</Badge>
                  ) : (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={t('sessions.end.named', { device: toDevice(userAgent) })}
                      onClick={() => end.mutate(id)}
                    >
                      {t('sessions.end')}
                    </Button>
                  ),
              },
            ]}
          />
          {data.length > 1 && (
            <Group>
              <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate(undefined)}>
                {t('sessions.end-others')}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
