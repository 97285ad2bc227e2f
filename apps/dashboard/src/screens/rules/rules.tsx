import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import type { Step } from '@svc/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import { createNames, type Names } from '../../shared/conditions/names.js';
import { ErrorNotice } from '../../shared/error-notice.js';
import { Loaded } from '../../shared/loaded.js';
import { Notice } from '../../shared/notice.js';
import { PageTitle } from '../../shared/page-title.js';
import { Saved } from '../../shared/saved.js';
import { Section } from '../../shared/section.js';
import { useWarningBeforeUnload } from '../../shared/use-warning-before-unload.js';
import { Warnings } from '../../shared/warnings.js';
import { useFunnel, useVersionContent } from '../releases/queries.js';
import { describeRule } from './describe-rule.js';
import { move } from './move-rule.js';
import { type MatchingState, matchingQuery, type Rule, saveMatching, useRuleEffects } from './queries.js';
import { RuleCard } from './rule-card.js';
import { Trial } from './trial.js';

/** The rules of a funnel, in their order, with what each does. docs/dashboard.md Y18. */
export function Rules() {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { funnel: subdomain = '' } = useParams({ strict: false });
  const funnel = useFunnel(handle, subdomain);
  const matching = useQuery(matchingQuery(handle, subdomain));
  return (
    <Stack gap="lg">
      <PageTitle
        title={t('rules.title', { funnel: funnel.data?.name ?? subdomain })}
        text={t('rules.text')}
        action={
          <Anchor component={Link} to={`/c/${handle}/funnels/${subdomain}`}>
            {t('rules.questions')}
          </Anchor>
        }
      />
      <Loaded query={funnel}>
        {({ published }) => (
          <Loaded query={matching}>
            {(state) => (
              <Editor key={subdomain} subdomain={subdomain} newest={state} versionId={published?.id ?? null} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}

interface Draft {
  /** The state that the changes were made on. */
  base: MatchingState;
  rules: readonly Rule[];
}

function Editor(props: { subdomain: string; newest: MatchingState; versionId: string | null }) {
  const { subdomain, newest, versionId } = props;
  const { t, count, number } = useI18n();
  const company = useCompany();
  const queries = useQueryClient();
  const query = matchingQuery(company.handle, subdomain);
  const names = useNames(subdomain, versionId);
  const effects = useRuleEffects(company.handle, subdomain, newest.etag);
  const [draft, setDraft] = useState<Draft>();
  const [said, say] = useState('');
  const mayChange = company.can('funnel.publish');
  const rules = draft?.rules ?? newest.value.rules;
  useWarningBeforeUnload(draft !== undefined);

  const save = useMutation({
    mutationFn: async ({ base, rules: mine }: Draft) =>
      saveMatching(company.handle, subdomain, base.etag, { ...base.value, rules: [...mine] }),
    onSuccess: ({ state }) => {
      queries.setQueryData(query.queryKey, state);
      setDraft(undefined);
    },
    onError: (error) => {
      if (isStale(error)) void queries.fetchQuery({ ...query, staleTime: 0 });
    },
  });
  const hasConflict = draft !== undefined && save.error !== null && isStale(save.error);
  const change = (changed: readonly Rule[]) => {
    save.reset();
    setDraft({ base: draft?.base ?? newest, rules: changed });
  };
  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= rules.length) return;
    change(move(rules, from, to));
    say(t('rules.moved', { rule: (rules[from] as Rule).key, place: to + 1, count: rules.length }));
  };

  if (rules.length === 0 && !draft) return <Notice title={t('rules.empty')} text={t('rules.empty.text')} />;
  return (
    <Stack gap="lg">
      <Text size="sm">{t(mayChange ? 'rules.order' : 'rules.read-only')}</Text>
      <Stack component="ol" gap="sm" p={0} m={0} aria-label={t('rules.list')} style={{ listStyle: 'none' }}>
        {rules.map((rule, index) => (
          <RuleCard
            key={rule.key}
            rule={rule}
            sentence={describeRule(rule, names, { t, count, number })}
            place={index + 1}
            count={rules.length}
            effects={effects}
            isReadOnly={!mayChange}
            onMove={(by) => moveTo(index, index + by)}
            onChange={(changed) => change(rules.map((other, at) => (at === index ? changed : other)))}
            onRemove={() => change(rules.filter((_, at) => at !== index))}
          />
        ))}
      </Stack>
      <Text role="status" size="sm" c="dimmed">
        {said}
      </Text>
      {draft && <Trial subdomain={subdomain} matching={{ ...draft.base.value, rules: [...draft.rules] }} />}
      {hasConflict ? (
        <Section title={t('rules.conflict')} text={t('rules.conflict.text')}>
          <List type="ordered" size="sm">
            {newest.value.rules.map((rule) => (
              <List.Item key={rule.key}>{rule.key}</List.Item>
            ))}
          </List>
          <Group>
            <Button
              variant="default"
              onClick={() => {
                save.reset();
                setDraft(undefined);
              }}
            >
              {t('rules.conflict.theirs')}
            </Button>
            <Button onClick={() => save.mutate({ base: newest, rules: draft.rules })}>
              {t('rules.conflict.mine')}
            </Button>
          </Group>
        </Section>
      ) : (
        <ErrorNotice error={save.error} />
      )}
      {mayChange && (
        <Group>
          <Button disabled={!draft || hasConflict} loading={save.isPending} onClick={() => draft && save.mutate(draft)}>
            {t('rules.save')}
          </Button>
          <Button variant="default" disabled={!draft || save.isPending} onClick={() => setDraft(undefined)}>
            {t('rules.discard')}
          </Button>
          <Saved isVisible={save.isSuccess && !draft} />
        </Group>
      )}
      <Warnings warnings={save.data?.warnings} />
    </Stack>
  );
}

const isStale = (error: Error): boolean => error instanceof ApiError && error.status === 412;

/** Questions and answers of the published version, in the user's language where they have it. */
function useNames(subdomain: string, versionId: string | null): Names {
  const { handle } = useCompany();
  const { locale } = useI18n();
  const version = useVersionContent(handle, subdomain, versionId);
  return useMemo(() => createNames((version.data?.steps ?? []) as Step[], locale), [version.data, locale]);
}
