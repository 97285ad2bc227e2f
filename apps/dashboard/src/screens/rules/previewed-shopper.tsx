import { Anchor, List, Stack, Text } from '@mantine/core';
import { getEnumField, normalizeKey } from '@svc/domain';
import { Link } from '@tanstack/react-router';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import type { Scope } from '../../shared/conditions/condition-scope.js';
import type { PreviewedShopper } from '../../shared/previewed/previewed-answers.js';

/** What was answered in the preview of the builder, in words, and the way there. @param props.shopper - undefined: nothing yet. */
export function PreviewedAnswers(props: { subdomain: string; shopper: PreviewedShopper | undefined; scope: Scope }) {
  const { t, list } = useI18n();
  const { handle } = useCompany();
  const { subdomain, shopper, scope } = props;
  const given = shopper
    ? scope.steps.flatMap((step) => {
        const field = getEnumField(step);
        const value = field && shopper.answers[field];
        const keys = field
          ? value === undefined
            ? []
            : [value]
          : shopper.answers.selectionValues
              .filter(({ stepId }) => stepId === step.id)
              .map(({ selectedKey }) => selectedKey);
        const names = keys.map((key) => {
          const option = step.selections.find((each) => normalizeKey(each.key) === normalizeKey(key));
          return scope.names.option(step.id, option?.key ?? key);
        });
        return names.length === 0 ? [] : [{ id: step.id, text: `${scope.names.step(step.id)} ${list(names)}` }];
      })
    : [];
  return (
    <Stack gap="xs">
      {shopper ? (
        <List size="sm">
          {given.map(({ id, text }) => (
            <List.Item key={id} className="wrap-anywhere">
              {text}
            </List.Item>
          ))}
          {shopper.colorType !== '' && (
            <List.Item>
              {t('rules.try.color-type')}: {scope.names.colorType(shopper.colorType)}
            </List.Item>
          )}
        </List>
      ) : (
        <Text size="sm">{t('rules.try.preview.none')}</Text>
      )}
      <Anchor component={Link} size="sm" to={`/c/${handle}/funnels/${subdomain}`} search={{ pane: 'preview' } as never}>
        {t('rules.try.preview.change')}
      </Anchor>
    </Stack>
  );
}
