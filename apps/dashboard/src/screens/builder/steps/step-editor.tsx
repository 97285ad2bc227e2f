import { Checkbox, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { memo } from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import { changeStep } from '../../../shared/edit/model/change-steps.js';
import type { StepProblem } from '../../../shared/edit/model/find-problems.js';
import { type Content, hasOwnOptions, type Text as LocalText, type Step } from '../../../shared/edit/model/steps.js';
import { ConditionSection } from '../branching/condition-section.js';
import { changeOptions } from '../model/rename-in-conditions.js';
import type { PreviewedAnswers } from '../panes/use-previewed-answers.js';
import { setPicture } from '../pictures/set-picture.js';
import { setSwatch } from '../swatches/swatches.js';
import { useVariantsLeft } from '../use-variants-left.js';
import { CountedAnswers } from './counted-answers.js';
import { LocalizedInput } from './localized-input.js';
import { OptionList } from './option-list.js';
import type { ChangeSteps } from './step-list.js';
import { TYPE_NAMES } from './step-types.js';

interface Props {
  /** Sub-domain. */
  funnel: string;
  step: Step;
  /** The funnel with all questions, in order. */
  content: Content;
  /** What counters take as given. */
  preview: PreviewedAnswers;
  /** The same question in the current version; undefined: it is new. */
  version: Step | undefined;
  language: string | undefined;
  isReadOnly: boolean;
  problems: readonly StepProblem[];
  onChange: ChangeSteps;
  say: (text: string) => void;
}

const CONTACT_FIELDS = ['firstName', 'lastName', 'email'] as const;
const FIELD_NAMES = {
  firstName: 'builder.field.first-name',
  lastName: 'builder.field.last-name',
  email: 'builder.field.email',
} as const;

/** One question: its texts, how it is asked, and its options. */
export const StepEditor = memo(function StepEditor({
  funnel,
  step,
  content,
  preview,
  version,
  language,
  isReadOnly,
  problems,
  onChange,
  say,
}: Props) {
  const { t } = useI18n();
  const { id, type, settings } = step;
  const { steps: all } = content;
  const left = useVariantsLeft(funnel, content, step, preview.probed);
  const change = (mark: string, part: Partial<Step>) =>
    onChange(mark && `${id} ${mark}`, (steps) => changeStep(steps, id, part));
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = settings;
    change(name, { settings: value === undefined ? others : { ...others, [name]: value } });
  };
  const setText = (name: string, tag: string, value: string) => {
    const text = withText(toText(settings[name]), tag, value);
    set(name, Object.keys(text).length === 0 ? undefined : text);
  };
  const fields = Array.isArray(settings.fields) ? settings.fields : ['firstName', 'email'];
  const own = problems.filter(({ option, condition }) => option === undefined && condition === undefined);
  return (
    <Stack component="section" gap="md" aria-label={t('builder.question')}>
      <Group gap="sm">
        <Title order={2} size="h4">
          {t('builder.question')}
        </Title>
        <Text size="sm" c="dimmed">
          {t(TYPE_NAMES[type])}
        </Text>
      </Group>
      {own.length > 0 && (
        <List size="sm" c="var(--mantine-color-error)">
          {own.map(({ path, message }) => (
            <List.Item key={`${path} ${message}`}>{message}</List.Item>
          ))}
        </List>
      )}
      <fieldset disabled={isReadOnly} className="plain-fieldset">
        <Stack gap="md">
          <LocalizedInput
            id="builder-title"
            label={t('builder.step.title')}
            text={step.title}
            language={language}
            onText={(tag, value) => change(`title ${tag}`, { title: withText(step.title, tag, value) })}
          />
          <LocalizedInput
            label={t('builder.step.description')}
            text={toText(settings.description)}
            language={language}
            onText={(tag, value) => setText('description', tag, value)}
          />
          <Group gap="lg">
            <Checkbox
              label={t('builder.step.required')}
              checked={step.required}
              onChange={({ currentTarget }) => change('', { required: currentTarget.checked })}
            />
            {hasOwnOptions(step) && (
              <Checkbox
                label={t('builder.step.strict')}
                description={t('builder.step.strict.text')}
                checked={step.strict}
                onChange={({ currentTarget }) => change('', { strict: currentTarget.checked })}
              />
            )}
          </Group>
          {type === 'MULTI_SELECTION' && (
            <TextInput
              label={t('builder.step.max')}
              description={t('builder.step.max.text')}
              w={220}
              inputMode="numeric"
              value={typeof settings.maxSelections === 'number' ? settings.maxSelections : ''}
              onChange={({ currentTarget }) => set('maxSelections', toCount(currentTarget.value))}
            />
          )}
          {type === 'EMAIL' && (
            <fieldset className="plain-fieldset">
              <Text component="legend" size="sm" fw={500} mb={4}>
                {t('builder.fields')}
              </Text>
              <Group gap="lg">
                {CONTACT_FIELDS.map((field) => (
                  <Checkbox
                    key={field}
                    label={t(FIELD_NAMES[field])}
                    checked={fields.includes(field)}
                    // A contact question without a field asks nothing.
                    disabled={fields.length === 1 && fields.includes(field)}
                    onChange={() =>
                      set(
                        'fields',
                        CONTACT_FIELDS.filter((each) => fields.includes(each) !== (each === field)),
                      )
                    }
                  />
                ))}
              </Group>
            </fieldset>
          )}
          {(type === 'EMAIL' || type === 'SELFIE') && (
            <LocalizedInput
              label={t('builder.step.consent')}
              text={toText(settings.consentText)}
              language={language}
              onText={(tag, value) => setText('consentText', tag, value)}
            />
          )}
          {type === 'SELFIE' && (
            <TextInput
              label={t('builder.step.consent-version')}
              w={220}
              value={typeof settings.consentVersion === 'string' ? settings.consentVersion : ''}
              onChange={({ currentTarget }) => set('consentVersion', currentTarget.value || undefined)}
            />
          )}
          <TextInput
            label={t('builder.step.key')}
            description={t(version ? 'builder.step.key.warning' : 'builder.step.key.text')}
            w={320}
            maw="100%"
            value={step.key}
            onChange={({ currentTarget }) => change('key', { key: currentTarget.value })}
          />
          <ConditionSection
            step={step}
            steps={all}
            problems={problems.flatMap(({ condition, message }) => (condition ? [{ path: condition, message }] : []))}
            onChange={(showWhen) => change('', { showWhen })}
            say={say}
          />
          {type !== 'EMAIL' && type !== 'SELFIE' && (
            <OptionList
              funnel={funnel}
              step={step}
              version={version}
              language={language}
              problems={problems}
              left={left?.byOption}
              counted={
                <CountedAnswers
                  {...{ step, steps: all, preview, language }}
                  isColorTested={left?.isColorTested === true}
                />
              }
              isReadOnly={isReadOnly}
              onChange={(mark, selections) =>
                onChange(mark && `${id} ${mark}`, (steps) => changeOptions(steps, id, selections))
              }
              onPicture={(mark, place, url) =>
                onChange(mark && `${id} ${mark}`, (steps) => setPicture(steps, id, place, url))
              }
              onSwatch={(mark, key, color) =>
                onChange(mark && `${id} ${mark}`, (steps) => setSwatch(steps, id, key, color))
              }
              say={say}
            />
          )}
        </Stack>
      </fieldset>
    </Stack>
  );
});

const toText = (value: unknown): LocalText =>
  typeof value === 'string'
    ? { default: value }
    : typeof value === 'object' && value !== null
      ? (value as LocalText)
      : {};

/** A whole number; anything else is none. */
const toCount = (text: string): number | undefined => (/^[1-9]\d{0,2}$/.test(text.trim()) ? Number(text) : undefined);

/** An empty text is none, so that the page shows its fallback. */
export function withText(text: LocalText, tag: string, value: string): LocalText {
  const { [tag]: _, ...others } = text;
  return value === '' ? others : { ...text, [tag]: value };
}
