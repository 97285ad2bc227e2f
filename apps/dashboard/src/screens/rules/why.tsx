import { Anchor, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import type { ConditionNames } from '@svc/domain';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { ExplainedSets } from '../../shared/targets/explained-sets.js';
import type { ActionKind } from './actions.js';
import type { Rule } from './queries.js';
import type { Trace } from './try-queries.js';

type Test = Trace['tests'][number];

/** Why a variant is in the list or not: the sentences of the explanation, failed tests first. docs/matching.md M9. */
export function Why(props: {
  trace: Trace | undefined;
  name: string;
  catalog: Catalog;
  subdomain: string;
  rules: readonly Rule[];
  names: ConditionNames;
  mayChange: boolean;
  onRemoveAction(ruleKey: string, kind: ActionKind): void;
}) {
  const { t } = useI18n();
  const { trace, name, rules } = props;
  const [said, say] = useState('');
  const title = useRef<HTMLHeadingElement>(null);
  const variantId = trace?.variantId;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another variant is explained.
  useEffect(() => {
    title.current?.focus();
    say('');
  }, [variantId]);
  if (!trace) return <Text size="sm">{t('rules.why.unknown', { name })}</Text>;
  const failed = trace.tests.filter(({ passed }) => !passed);
  const passed = trace.tests.filter((test) => test.passed);
  const remove = (rule: string, kind: ActionKind) => {
    props.onRemoveAction(rule, kind);
    say(t('rules.why.removed', { rule }));
  };
  return (
    <Stack component="section" gap="sm" aria-label={t('rules.why.title', { name })}>
      <Title ref={title} order={3} size="h5" tabIndex={-1} className="page-title">
        {t('rules.why.title', { name })}
      </Title>
      <Text size="sm" fw={600}>
        {trace.sentence}
      </Text>
      <Text role="status" size="sm">
        {said}
      </Text>
      <List size="sm" spacing="xs">
        {!trace.eligibility.passed && <List.Item>{trace.eligibility.sentence}</List.Item>}
        {failed.map((test) => (
          <Cause key={`${test.test} ${test.stepId} ${test.rules}`} test={test} label={t('rules.why.failed')} {...props}>
            {props.mayChange &&
              listRemovals(test, rules).map(({ rule, kind }) => (
                <Button key={rule} size="compact-sm" variant="default" onClick={() => remove(rule, kind)}>
                  {t('rules.why.remove', { rule })}
                </Button>
              ))}
          </Cause>
        ))}
        {passed.map((test) => (
          <Cause
            key={`${test.test} ${test.stepId} ${test.rules}`}
            test={test}
            label={t('rules.why.passed')}
            {...props}
          />
        ))}
        {trace.sets.map(({ key, sentence }) => (
          <List.Item key={key}>{sentence}</List.Item>
        ))}
        {trace.pin && <List.Item>{trace.pin.sentence}</List.Item>}
        {trace.score?.parts.map(({ part, sentence }) => (
          <List.Item key={part}>{sentence}</List.Item>
        ))}
        {trace.score?.boosts.map(({ rule, sentence }) => (
          <List.Item key={rule}>{sentence}</List.Item>
        ))}
        {trace.score && <List.Item>{trace.score.sentence}</List.Item>}
      </List>
      <ExplainedSets sets={trace.sets} catalog={props.catalog} />
    </Stack>
  );
}

/** A test with links to what decided. */
function Cause(props: { test: Test; label: string; subdomain: string; names: ConditionNames; children?: ReactNode }) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { test, subdomain } = props;
  const steps = [
    ...new Set([
      ...(test.stepId === null ? [] : [test.stepId]),
      ...test.answers.flatMap((answer) => ('stepId' in answer ? [answer.stepId] : [])),
    ]),
  ];
  const link = (text: string, to: string, search: object) => (
    <Anchor
      key={text}
      size="sm"
      className="wrap-anywhere"
      renderRoot={(root) => <Link {...root} to={to} search={search as never} />}
    >
      {text}
    </Anchor>
  );
  return (
    <List.Item>
      {props.label} {test.sentence}{' '}
      <Group gap="xs" component="span" display="inline-flex">
        {test.rules.map((rule) =>
          link(t('rules.why.rule', { rule }), `/c/${handle}/funnels/${subdomain}/rules`, { rule }),
        )}
        {!test.passed &&
          steps.map((step) =>
            link(t('rules.why.step', { step: props.names.step(step) }), `/c/${handle}/funnels/${subdomain}`, { step }),
          )}
        {!test.passed && test.tags.map((tag) => link(t('rules.why.tag', { tag }), `/c/${handle}/products`, { tag }))}
        {props.children}
      </Group>
    </List.Item>
  );
}

/** Actions of rules that the failed test names: without all of them, it does not fail. docs/matching.md M9.2. */
function listRemovals({ test, rules: keys }: Test, rules: readonly Rule[]): { rule: string; kind: ActionKind }[] {
  const kind = test === 'RULE_EXCLUDE' ? 'EXCLUDE' : test === 'RULE_REQUIRE' ? 'REQUIRE' : undefined;
  return kind === undefined
    ? []
    : keys.filter((key) => rules.some((rule) => rule.key === key)).map((rule) => ({ rule, kind }));
}
