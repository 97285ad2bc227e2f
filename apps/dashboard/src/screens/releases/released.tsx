import { Alert, Anchor, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { toFunnelAddress } from '../../shared/navigation/funnel-address.js';
import { useReleases } from './queries.js';
import { ReleaseFigures } from './release-figures.js';
import { UndoRelease } from './undo/undo-release.js';
import type { Outcome } from './use-publish.js';

/** After a release: what is in force, and the way back. */
export function Released({ funnel, outcome }: { funnel: Schemas['FunnelSummary']; outcome: Outcome }) {
  const { t, time } = useI18n();
  const { handle } = useCompany();
  const [since] = useState(() => new Date().toISOString());
  const [undone, setUndone] = useState<Outcome>();
  const shown = undone ?? outcome;
  // Of the service: the clock of the browser may be ahead.
  const releasedAt = useReleases(handle, funnel.subdomain).data?.find(
    ({ number }) => number === shown.release,
  )?.releasedAt;
  return (
    <Stack gap="md">
      <Alert
        color="green"
        role="status"
        title={t(undone ? 'released.undone' : 'released.title', { number: shown.number, funnel: funnel.name })}
      >
        <Text size="sm">{t('released.since', { time: time(since) })}</Text>
        <Anchor href={toFunnelAddress(funnel)} target="_blank" rel="noreferrer" size="sm">
          {t('released.page')}
        </Anchor>
        {shown.warnings.length > 0 && (
          <List size="sm">
            {shown.warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        )}
      </Alert>
      {!undone && (
        <UndoRelease subdomain={funnel.subdomain} number={outcome.release} releasedAt={since} onUndone={setUndone} />
      )}
      {releasedAt && <ReleaseFigures funnel={funnel.subdomain} at={releasedAt} />}
      <Anchor component={Link} to={`/c/${handle}/funnels/${funnel.subdomain}/releases`}>
        {t('releases.title')}
      </Anchor>
    </Stack>
  );
}
