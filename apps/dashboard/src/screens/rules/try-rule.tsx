import { Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import type { Translator } from '../../i18n/translator.js';
import type { Scope } from '../../shared/conditions/condition-scope.js';
import type { Content } from '../../shared/edit/model/steps.js';
import { Loaded } from '../../shared/notices/loaded.js';
import type { Catalog } from '../../shared/targets/catalog.js';
import { PickList } from '../../shared/targets/pick-list.js';
import type { ActionKind } from './actions.js';
import { type ComparedVariant, compareLists } from './compare-lists.js';
import type { Matching, RuleEffects } from './queries.js';
import { type Shopper, usePreviewMatch } from './try-queries.js';
import { ShopperForm } from './try-shopper.js';
import { Why } from './why.js';

/** Places of a list that are shown; the others are counted. */
const MAX_SHOWN = 50;

/** The list of one shopper with and without a rule, and why a variant is in it or not. */
export function TryRule(props: {
  subdomain: string;
  /** Key of the rule that the second list is without. */
  ruleKey: string;
  content: Content;
  matching: Matching;
  scope: Scope;
  catalog: Catalog;
  effects: RuleEffects | null | undefined;
  mayChange: boolean;
  onRemoveAction(ruleKey: string, kind: ActionKind): void;
  onClose(): void;
}) {
  const { t, count } = useI18n();
  const { handle } = useCompany();
  const { subdomain, ruleKey, content, matching, catalog } = props;
  const [shopper, setShopper] = useState<Shopper>();
  const [explained, setExplained] = useState<string>();
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another rule is tried.
  useEffect(() => title.current?.focus(), [ruleKey]);
  const without = useMemo(
    () => ({ ...matching, rules: matching.rules.filter(({ key }) => key !== ruleKey) }),
    [matching, ruleKey],
  );
  const after = usePreviewMatch(handle, subdomain, { shopper, content, matching, explain: explained });
  const before = usePreviewMatch(handle, subdomain, { shopper, content, matching: without });
  const analysisIds = useMemo(() => listAnalyses(props.effects, ruleKey), [props.effects, ruleKey]);
  return (
    <Paper component="section" withBorder p="md" aria-label={t('rules.try.title', { rule: ruleKey })}>
      <Stack gap="md">
        <Group justify="space-between">
          <TryTitle title={t('rules.try.title', { rule: ruleKey })} titleRef={title} />
          <Button size="sm" variant="default" onClick={props.onClose}>
            {t('rules.try.close')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {t('rules.try.text')}
        </Text>
        <ShopperForm
          subdomain={subdomain}
          scope={props.scope}
          analysisIds={analysisIds}
          onShopper={(next) => {
            setShopper(next);
            setExplained(undefined);
          }}
        />
        {shopper && (
          <Loaded query={after}>
            {(inForce) => (
              <Loaded query={before}>
                {(others) => (
                  <SimpleGrid cols={{ base: 1, md: 2 }}>
                    <VariantList
                      title={t('rules.try.with', { rule: ruleKey })}
                      list={compareLists(others.matchedVariants, inForce.matchedVariants)}
                      toName={catalog.getVariantName}
                      toMove={(moved) => describeMove(moved, { t, count })}
                      why={t('rules.why')}
                      isExplained={() => true}
                      onWhy={setExplained}
                    />
                    <VariantList
                      title={t('rules.try.without', { rule: ruleKey })}
                      list={compareLists(inForce.matchedVariants, others.matchedVariants)}
                      toName={catalog.getVariantName}
                      toMove={(moved) => (moved === null ? t('rules.try.only') : '')}
                      why={t('rules.why-not')}
                      isExplained={(moved) => moved === null}
                      onWhy={setExplained}
                    />
                  </SimpleGrid>
                )}
              </Loaded>
            )}
          </Loaded>
        )}
        {shopper && (
          <PickList
            label={t('rules.why.other')}
            action={t('rules.why.explain')}
            values={[]}
            max={1}
            choices={catalog.listVariants()}
            toName={catalog.getVariantName}
            onChange={([variantId]) => setExplained(variantId)}
          />
        )}
        {shopper && explained !== undefined && after.data?.explanation && (
          <Why
            trace={after.data.explanation.variants[0]}
            name={catalog.getVariantName(explained)}
            catalog={catalog}
            subdomain={subdomain}
            rules={matching.rules}
            names={props.scope.names}
            mayChange={props.mayChange}
            onRemoveAction={props.onRemoveAction}
          />
        )}
      </Stack>
    </Paper>
  );
}

const TryTitle = ({ title, titleRef }: { title: string; titleRef: RefObject<HTMLHeadingElement | null> }) => (
  <Title ref={titleRef} order={2} size="h4" tabIndex={-1} className="page-title">
    {title}
  </Title>
);

/** Analyses in which the rule holds; of a rule that is not in force those of the others. */
function listAnalyses(effects: RuleEffects | null | undefined, ruleKey: string): string[] {
  const own = effects?.rules.find(({ key }) => key === ruleKey)?.analysisIds ?? [];
  const others = effects?.rules.flatMap(({ analysisIds }) => analysisIds) ?? [];
  return [...new Set(own.length > 0 ? own : others)].slice(0, 5);
}

function describeMove(moved: number | null, { t, count }: Pick<Translator, 't' | 'count'>): string {
  if (moved === null) return t('rules.try.only');
  if (moved === 0) return '';
  return moved > 0 ? count('rules.try.up', moved) : count('rules.try.down', -moved);
}

function VariantList(props: {
  title: string;
  list: readonly ComparedVariant[];
  toName(variantId: string): string;
  toMove(moved: number | null): string;
  why: string;
  isExplained(moved: number | null): boolean;
  onWhy(variantId: string): void;
}) {
  const { t, count } = useI18n();
  const { list } = props;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {props.title}
      </Title>
      {list.length === 0 && <Text size="sm">{t('rules.try.empty')}</Text>}
      <ol className="try-list" aria-label={props.title}>
        {list.slice(0, MAX_SHOWN).map(({ variantId, moved }) => {
          const move = props.toMove(moved);
          const name = props.toName(variantId);
          return (
            <li key={variantId} data-moved={move !== '' || undefined}>
              <Group gap="xs" justify="space-between" wrap="nowrap">
                <Text size="sm" className="wrap-anywhere">
                  {name}
                  {move !== '' && (
                    <Text span size="sm" fw={600}>
                      {' '}
                      {move}
                    </Text>
                  )}
                </Text>
                {props.isExplained(moved) && (
                  <Button
                    size="compact-sm"
                    flex="none"
                    variant="default"
                    onClick={() => props.onWhy(variantId)}
                    aria-label={t('rules.why.named', { why: props.why, name })}
                  >
                    {props.why}
                  </Button>
                )}
              </Group>
            </li>
          );
        })}
      </ol>
      {list.length > MAX_SHOWN && <Text size="sm">{count('rules.try.more', list.length - MAX_SHOWN)}</Text>}
    </Stack>
  );
}
