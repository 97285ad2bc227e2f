import { Button, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  createConditionNames,
  describeRule,
  describeValidity,
  ENUM_FIELD_NAMES,
  MAX_RULES,
  type RuleNames,
} from '@svc/domain';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import type { Scope } from '../../shared/conditions/condition-scope.js';
import type { ItemAction } from '../../shared/drafts/item-actions.js';
import { Trial } from '../../shared/drafts/trial.js';
import type { Edit } from '../../shared/edit/edit-frame.js';
import { type Content, toDomainSteps } from '../../shared/edit/model/steps.js';
import { useEditedPart } from '../../shared/edit/use-edited-part.js';
import { Notice } from '../../shared/notices/notice.js';
import { move } from '../../shared/order/move.js';
import { useDragOrder } from '../../shared/order/use-drag-order.js';
import { toSentenceLanguage } from '../../shared/sentence-language.js';
import { useCatalog } from '../../shared/targets/use-catalog.js';
import { useColorTypes } from '../../shared/use-color-types.js';
import { copyRule, createRule, removeActionByKey, replaceTag } from './actions.js';
import { findProblems } from './find-problems.js';
import { type Matching, type MatchingState, type Rule, useRuleCheck, useRuleEffects } from './queries.js';
import { RuleCard } from './rule-card.js';
import { RuleForm } from './rule-form.js';
import type { RulesAddress } from './rules-address.js';
import { TryRule } from './try-rule.js';
import { warnAboutRule } from './warn-about-rule.js';

/** Changes are checked and tried when the user pauses. */
const PAUSE_MS = 1_000;

export function RuleEditor(props: { funnel: Schemas['FunnelSummary']; edit: Edit; inForce: MatchingState }) {
  const { funnel, edit, inForce } = props;
  const { subdomain } = funnel;
  const { t, count, locale } = useI18n();
  const company = useCompany();
  const address: RulesAddress = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (change: { [K in keyof RulesAddress]: RulesAddress[K] | undefined }) =>
    void navigate({
      to: `/c/${company.handle}/funnels/${subdomain}/rules`,
      search: Object.fromEntries(Object.entries({ ...address, ...change }).filter(([, value]) => value)) as never,
      replace: true,
    });
  const open = (rule: string | undefined) => go({ rule });
  const { content } = edit.state;
  const steps = useMemo(() => toDomainSteps(content.steps), [content.steps]);
  const catalog = useCatalog(company.handle);
  const colorTypes = useColorTypes();
  const effects = useRuleEffects(company.handle, subdomain, inForce.etag);
  const { value, isChanged, change } = useEditedPart(edit, 'matching', inForce.value);
  const { rules } = value;
  const [said, say] = useState('');
  const mayChange = !edit.isReadOnly;

  const language = toSentenceLanguage(locale);
  const names: RuleNames = useMemo(
    () => ({
      ...createConditionNames(steps, locale),
      product: catalog.getProductName,
      variant: catalog.getVariantName,
    }),
    [steps, locale, catalog],
  );
  const scope: Scope = {
    steps,
    names,
    fields: ENUM_FIELD_NAMES,
    colorTypes,
  };
  const toSentence = (rule: Rule) => describeRule(rule, names, language);
  const problems = rules.map((rule) => findProblems(rule, steps));
  const incomplete = problems.filter((each) => each.length > 0).length;
  const [settled] = useDebouncedValue(incomplete === 0 ? content : undefined, PAUSE_MS);
  const tried = settled ?? content;
  const toMatching = ({ others }: Content) => (others.matching as Matching | undefined) ?? inForce.value;
  const check = useRuleCheck(company.handle, subdomain, settled);
  const today = new Date().toISOString().slice(0, 10);

  const update = (changed: readonly Rule[], mark?: string) => change({ ...value, rules: [...changed] }, mark);
  const replace = (at: number, rule: Rule, mark?: string) =>
    update(
      rules.map((other, index) => (index === at ? rule : other)),
      mark,
    );
  const insert = (at: number, rule: Rule) => {
    update([...rules.slice(0, at), rule, ...rules.slice(at)]);
    open(rule.key);
    say(t('draft.added', { name: rule.key, place: at + 1, count: rules.length + 1 }));
  };
  const moveTo = (from: number, to: number) => {
    if (to < 0 || to >= rules.length) return;
    update(move(rules, from, to));
    say(t('draft.moved', { name: (rules[from] as Rule).key, place: to + 1, count: rules.length }));
  };
  const order = useDragOrder('li', moveTo);
  const act = (action: ItemAction, at: number) => {
    const rule = rules[at] as Rule;
    if (action === 'edit') open(address.rule === rule.key ? undefined : rule.key);
    else if (action === 'try') go({ try: rule.key });
    else if (action === 'up') moveTo(at, at - 1);
    else if (action === 'down') moveTo(at, at + 1);
    else if (action === 'duplicate') insert(at + 1, copyRule(rule, rules));
    else {
      update(rules.filter((_, index) => index !== at));
      say(t('draft.removed', { name: rule.key }));
    }
  };
  const isFull = rules.length >= MAX_RULES;
  return (
    <Stack gap="lg">
      {rules.length === 0 && <Notice title={t('rules.empty')} text={t('rules.empty.text')} />}
      {rules.length > 0 && <Text size="sm">{t('rules.order')}</Text>}
      {mayChange && (
        <Group gap="xs">
          <Button variant="default" disabled={isFull} onClick={() => insert(rules.length, createRule(rules))}>
            {t('rules.add')}
          </Button>
          {isFull && <Text size="sm">{t('rules.full', { max: MAX_RULES })}</Text>}
        </Group>
      )}
      <Text role="status" size="sm" c="dimmed">
        {said}
      </Text>
      {rules.length > 0 && (
        <Stack component="ol" gap="sm" p={0} m={0} aria-label={t('rules.list')} style={{ listStyle: 'none' }}>
          {rules.map((rule, index) => (
            <RuleCard
              key={rule.key}
              rule={rule}
              sentence={toSentence(rule)}
              validity={describeValidity(rule, language)}
              place={index + 1}
              count={rules.length}
              effects={effects}
              problems={problems[index] ?? []}
              warnings={warnAboutRule(rule, { catalog, check: check.data ?? undefined, today })}
              isReadOnly={!mayChange}
              canTry={incomplete === 0}
              isOpen={mayChange && address.rule === rule.key}
              order={order}
              onAction={(action) => act(action, index)}
              onReplaceTag={(before, after) => replace(index, replaceTag(rule, before, after))}
            >
              <RuleForm
                rule={rule}
                scope={scope}
                catalog={catalog}
                takenKeys={rules.filter((_, at) => at !== index).map(({ key }) => key)}
                onChange={(changed, mark) => {
                  replace(index, changed, mark);
                  if (changed.key !== rule.key) open(changed.key);
                }}
              />
            </RuleCard>
          ))}
        </Stack>
      )}
      {address.try !== undefined && incomplete === 0 && (
        <TryRule
          key={address.try}
          subdomain={subdomain}
          ruleKey={address.try}
          content={tried}
          matching={toMatching(tried)}
          scope={scope}
          catalog={catalog}
          effects={effects.data}
          mayChange={mayChange}
          onRemoveAction={(key, kind) => update(removeActionByKey(rules, key, kind))}
          onClose={() => go({ try: undefined })}
        />
      )}
      {incomplete > 0 && <Text size="sm">{count('rules.incomplete', incomplete)}</Text>}
      {isChanged && settled && (
        <Trial subdomain={subdomain} parts={{ matching: toMatching(settled) as never }} check={check} />
      )}
    </Stack>
  );
}
