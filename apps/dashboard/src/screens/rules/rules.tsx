import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useScreenKeys } from '../../app/screen-keys.js';
import { useI18n } from '../../i18n/i18n.js';
import { DRAFT_KEYS } from '../../shared/drafts/draft-keys.js';
import { EditFrame, WithEdit } from '../../shared/edit/edit-frame.js';
import { useFunnel } from '../../shared/funnel-data/queries.js';
import { FunnelNavigation } from '../../shared/navigation/funnel-navigation.js';
import { Loaded } from '../../shared/notices/loaded.js';
import { PageTitle } from '../../shared/page-title.js';
import { matchingQuery } from './queries.js';
import { RuleEditor } from './rule-editor.js';

/** The rules of a funnel as they are being edited, in their order, with what each does. docs/dashboard.md Y18. */
export function Rules() {
  const { t } = useI18n();
  useScreenKeys(DRAFT_KEYS);
  const { handle } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const funnel = useFunnel(handle, subdomain);
  const matching = useQuery(matchingQuery(handle, subdomain));
  return (
    <Stack gap="lg">
      <PageTitle title={t('rules.title', { funnel: funnel.data?.name ?? subdomain })} text={t('rules.text')} />
      <FunnelNavigation />
      <Loaded query={funnel}>
        {(summary) => (
          <Loaded query={matching}>
            {(inForce) => (
              <WithEdit subdomain={subdomain}>
                {(edit) => (
                  <EditFrame edit={edit} place="rules">
                    <RuleEditor funnel={summary} inForce={inForce} edit={edit} />
                  </EditFrame>
                )}
              </WithEdit>
            )}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}
