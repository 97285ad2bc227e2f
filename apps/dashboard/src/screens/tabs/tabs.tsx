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
import { resultPageQuery } from './queries.js';
import { TabEditor } from './tab-editor.js';

/** The result page of a funnel with its tabs, as it is being edited. docs/dashboard.md Y25. */
export function Tabs() {
  const { t } = useI18n();
  useScreenKeys(DRAFT_KEYS);
  const { handle } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const funnel = useFunnel(handle, subdomain);
  const resultPage = useQuery(resultPageQuery(handle, subdomain));
  return (
    <Stack gap="lg">
      <PageTitle title={t('tabs.title', { funnel: funnel.data?.name ?? subdomain })} text={t('tabs.text')} />
      <FunnelNavigation />
      <Loaded query={resultPage}>
        {(inForce) => (
          <WithEdit subdomain={subdomain}>
            {(edit) => (
              <EditFrame edit={edit} place="result page">
                <TabEditor subdomain={subdomain} inForce={inForce} edit={edit} />
              </EditFrame>
            )}
          </WithEdit>
        )}
      </Loaded>
    </Stack>
  );
}
