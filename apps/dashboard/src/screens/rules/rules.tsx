import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useScreenKeys } from '../../app/screen-keys.js';
import { useI18n } from '../../i18n/i18n.js';
import { DRAFT_KEYS } from '../../shared/drafts/draft-keys.js';
import { useStoredDraft } from '../../shared/drafts/use-part-draft.js';
import { useFunnel } from '../../shared/funnel-data/queries.js';
import { FunnelNavigation } from '../../shared/navigation/funnel-navigation.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { type Matching, matchingQuery } from './queries.js';
import { RuleEditor } from './rule-editor.js';

/** The rules of a funnel, in their order, with what each does. docs/dashboard.md Y18. */
export function Rules() {
  const { t } = useI18n();
  useScreenKeys(DRAFT_KEYS);
  const { handle } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const funnel = useFunnel(handle, subdomain);
  const matching = useQuery(matchingQuery(handle, subdomain));
  const { store, stored } = useStoredDraft<Matching>(`matching ${subdomain}`);
  return (
    <Stack gap="lg">
      <PageTitle title={t('rules.title', { funnel: funnel.data?.name ?? subdomain })} text={t('rules.text')} />
      <FunnelNavigation />
      <Loaded query={funnel}>
        {(summary) => (
          <Loaded query={matching}>
            {(newest) => (
              <Loaded query={stored}>
                {(draft) => (
                  <RuleEditor key={subdomain} funnel={summary} newest={newest} stored={draft} store={store} />
                )}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}
