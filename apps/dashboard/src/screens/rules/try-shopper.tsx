import { Button, Checkbox, Group, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { getEnumField, type Step, stepKind } from '@svc/domain';
import { type FormEvent, useState } from 'react';
import { useCompany } from '../../app/company.js';
import { useI18n } from '../../i18n/i18n.js';
import type { Scope } from '../../shared/conditions/condition-scope.js';
import { readPreviewed } from '../../shared/previewed/previewed-answers.js';
import { tabStorage } from '../../shared/tab-storage.js';
import { PreviewedAnswers } from './previewed-shopper.js';
import type { Shopper } from './try-queries.js';

/** Answers by step id: chosen keys; an entry of a step without options says that it is answered. */
type Answers = Readonly<Record<number, readonly string[]>>;

type Kind = 'ANALYSIS' | 'PREVIEW' | 'ANSWERS';

/** Whose list is tried: a stored analysis, the answers of the preview, or answers that are chosen here. */
export function ShopperForm(props: {
  subdomain: string;
  scope: Scope;
  /** Stored analyses to choose from. */
  analysisIds: readonly string[];
  onShopper(shopper: Shopper | undefined): void;
}) {
  const { t } = useI18n();
  const { handle } = useCompany();
  const { subdomain, scope, analysisIds, onShopper } = props;
  const [kind, setKind] = useState<Kind>(analysisIds.length > 0 ? 'ANALYSIS' : 'ANSWERS');
  const [analysisId, setAnalysisId] = useState('');
  const [answers, setAnswers] = useState<Answers>({});
  const [colorType, setColorType] = useState('');
  const chooseAnalysis = (id: string) => {
    setAnalysisId(id);
    onShopper(id === '' ? undefined : { analysisId: id });
  };
  const chooseAnswers = (next: Answers, type = colorType) => {
    setAnswers(next);
    setColorType(type);
    onShopper(toShopper(next, type, scope.steps));
  };
  const previewed = readPreviewed(handle, subdomain, tabStorage);
  const choosePreviewed = () => {
    if (!previewed) return onShopper(undefined);
    const { answers: given, colorType: type, hasSelfie, hasContact } = previewed;
    onShopper({ answers: given, ...(type === '' ? {} : { colorType: type }), hasSelfie, hasContact });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    chooseAnalysis(analysisId.trim());
  };
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('rules.try.who')}
        value={kind}
        onChange={(value) => {
          setKind(value as Kind);
          if (value === 'ANSWERS') chooseAnswers(answers);
          else if (value === 'PREVIEW') choosePreviewed();
          else chooseAnalysis(analysisId.trim());
        }}
      >
        <Group mt="xs">
          <Radio value="ANALYSIS" label={t('rules.try.analysis')} />
          <Radio value="PREVIEW" label={t('rules.try.preview')} />
          <Radio value="ANSWERS" label={t('rules.try.answers')} />
        </Group>
      </Radio.Group>
      {kind === 'PREVIEW' ? (
        <PreviewedAnswers subdomain={subdomain} shopper={previewed} scope={scope} />
      ) : kind === 'ANALYSIS' ? (
        <form onSubmit={submit}>
          <Stack gap="xs">
            <Group align="flex-end" gap="sm">
              <TextInput
                size="sm"
                className="pick-field"
                maw="28rem"
                label={t('rules.try.analysis.id')}
                maxLength={100}
                value={analysisId}
                onChange={({ currentTarget }) => setAnalysisId(currentTarget.value)}
                autoComplete="off"
              />
              <Button size="sm" type="submit" variant="default">
                {t('rules.try.analysis.use')}
              </Button>
            </Group>
            {analysisIds.length > 0 && (
              <Group gap="xs" role="group" aria-label={t('rules.try.newest')}>
                <Text size="sm">{t('rules.try.newest')}</Text>
                {analysisIds.map((id, index) => (
                  <Button key={id} size="compact-sm" variant="default" onClick={() => chooseAnalysis(id)}>
                    {t('rules.try.newest.number', { number: index + 1 })}
                  </Button>
                ))}
              </Group>
            )}
          </Stack>
        </form>
      ) : (
        <Stack gap="sm">
          {scope.steps.map((step) => (
            <Question
              key={step.id}
              step={step}
              scope={scope}
              chosen={answers[step.id]}
              onChange={(chosen) => {
                const { [step.id]: _before, ...others } = answers;
                chooseAnswers(chosen ? { ...others, [step.id]: chosen } : others);
              }}
            />
          ))}
          <NativeSelect
            size="sm"
            maw="28rem"
            label={t('rules.try.color-type')}
            value={colorType}
            onChange={({ currentTarget }) => chooseAnswers(answers, currentTarget.value)}
            data={[
              { value: '', label: t('rules.try.color-type.none') },
              ...scope.colorTypes.map((value) => ({ value, label: scope.names.colorType(value) })),
            ]}
          />
        </Stack>
      )}
    </Stack>
  );
}

function Question(props: {
  step: Step;
  scope: Scope;
  chosen: readonly string[] | undefined;
  onChange(chosen: readonly string[] | undefined): void;
}) {
  const { t } = useI18n();
  const { step, scope, chosen = [], onChange } = props;
  const title = scope.names.step(step.id);
  if (step.selections.length === 0) {
    return (
      <Checkbox
        size="sm"
        label={t('rules.try.given', { title })}
        checked={props.chosen !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [] : undefined)}
      />
    );
  }
  const options = step.selections.map(({ key }) => ({ value: key, label: scope.names.option(step.id, key) }));
  if (stepKind(step.type) === 'multi') {
    const toggle = (key: string) => {
      const next = chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key];
      onChange(next.length === 0 ? undefined : next);
    };
    return (
      <Checkbox.Group label={title} size="sm" value={[...chosen]}>
        <Group gap="md" mt={4}>
          {options.map(({ value, label }) => (
            <Checkbox key={value} size="sm" value={value} label={label} onChange={() => toggle(value)} />
          ))}
        </Group>
      </Checkbox.Group>
    );
  }
  return (
    <NativeSelect
      size="sm"
      maw="28rem"
      label={title}
      value={chosen[0] ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : [currentTarget.value])}
      data={[{ value: '', label: t('rules.try.no-answer') }, ...options]}
    />
  );
}

function toShopper(answers: Answers, colorType: string, steps: readonly Step[]): Shopper {
  const fields: Record<string, string> = {};
  const selectionValues: { stepId: number; selectedKey: string }[] = [];
  let [hasSelfie, hasContact] = [false, false];
  for (const step of steps) {
    const chosen = answers[step.id];
    if (!chosen) continue;
    const field = getEnumField(step);
    if (step.type === 'SELFIE') hasSelfie = true;
    else if (step.type === 'EMAIL') hasContact = true;
    else if (field) fields[field] = chosen[0] as string;
    else for (const selectedKey of chosen) selectionValues.push({ stepId: step.id, selectedKey });
  }
  return {
    answers: { ...fields, selectionValues },
    ...(colorType === '' ? {} : { colorType }),
    ...(hasSelfie ? { hasSelfie } : {}),
    ...(hasContact ? { hasContact } : {}),
  };
}
