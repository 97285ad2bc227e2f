import { Alert, List } from '@mantine/core';
import { DAY_MS } from '@svc/domain';
import { useQuery } from '@tanstack/react-query';
import { api, load } from '../../../api/client.js';
import { useCompany } from '../../../app/company.js';
import { useI18n } from '../../../i18n/i18n.js';
import type { Option, Step } from '../../../shared/edit/model/steps.js';
import { toOptionName } from '../../../shared/edit/step-name.js';
import { type Chosen, findChosen, findRemovedOptions, type RemovedOption } from './removed-options.js';

const DAYS = 30;

/** How many stored answers name the options that were removed, and what they become. docs/dashboard.md Y15.12. */
export function RemovedOptionsNotice(props: {
  funnel: string;
  step: Step;
  version: Step | undefined;
  options: readonly Option[];
}) {
  const { t, count } = useI18n();
  const company = useCompany();
  const removed = findRemovedOptions(props.version, props.options);
  const isWanted = removed.length > 0 && company.can('insight.read');
  const report = useQuery({
    queryKey: ['insight', company.handle, 'answers of removed options', props.funnel],
    enabled: isWanted,
    staleTime: 60_000,
    queryFn: () => {
      const from = new Date(Date.now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
      const params = { path: { handle: company.handle }, query: { funnel: props.funnel, from } };
      return load(api.GET('/api/admin/v1/companies/{handle}/insight/answers', { params }));
    },
  });
  if (!isWanted || !report.data) return null;
  const { data } = report;
  const toText = (name: string, chosen: Chosen) => {
    if (chosen === 'FEW') return t('builder.removed-option.few', { name, days: DAYS });
    return chosen === 0
      ? t('builder.removed-option.none', { name, days: DAYS })
      : count('builder.removed-option', chosen, { name, days: DAYS });
  };
  const describe = ({ option, heir }: RemovedOption) => {
    const chosen = findChosen(data, props.step.id, option.key);
    const text = toText(toOptionName(option), chosen);
    if (chosen === 0) return text;
    const consequence = heir
      ? t('builder.removed-option.moved', { name: toOptionName(heir) })
      : t('builder.removed-option.lost');
    return `${text} ${consequence}`;
  };
  return (
    <Alert color="yellow" title={t('builder.removed-options')}>
      <List size="sm">
        {removed.map((each) => (
          <List.Item key={each.option.key}>{describe(each)}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
