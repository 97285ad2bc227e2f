import { Button, Checkbox, NativeSelect, Group as Row, Stack, Text } from '@mantine/core';
import { type Condition, ENUM_FIELD_NAMES, unwrapCondition } from '@svc/domain';
import type { TextKey } from '../../i18n/areas.js';
import { useI18n } from '../../i18n/i18n.js';
import { listSubjects, type Scope } from './condition-scope.js';
import {
  createLeaf,
  getSubject,
  getValues,
  hasOptions,
  type Leaf,
  listValues,
  type Subject,
  setValues,
  wrap,
} from './edit-condition.js';
import type { ConditionProblem } from './find-part-problems.js';
import { SUBJECTS } from './subjects.js';

/** A part of a condition as a form. */
export interface PartProps {
  condition: Condition;
  /** `2.1`: the first part of the second one; empty: the whole condition. */
  place: string;
  scope: Scope;
  /** Those of this part, from it on. */
  problems: readonly ConditionProblem[];
  onChange(condition: Condition): void;
  onRemove?(): void;
}

type Test = 'IS' | 'IS_NOT' | 'ANSWERED' | 'NOT_ANSWERED';
const TESTS = {
  IS: 'condition.test.is',
  IS_NOT: 'condition.test.is-not',
  ANSWERED: 'condition.test.answered',
  NOT_ANSWERED: 'condition.test.not-answered',
} as const satisfies Record<Test, TextKey>;

/** A part that contains no others: what is asked, and the answers. */
export function LeafEditor({ condition, place, scope, problems, onChange, onRemove }: PartProps) {
  const { t } = useI18n();
  const { isNegated, part } = unwrapCondition(condition);
  const leaf = part as Leaf;
  const isAnswered = 'answered' in leaf;
  const test: Test = isAnswered ? (isNegated ? 'NOT_ANSWERED' : 'ANSWERED') : isNegated ? 'IS_NOT' : 'IS';
  const setTest = (next: Test) => {
    const asksForAnswer = next === 'ANSWERED' || next === 'NOT_ANSWERED';
    const changed: Leaf =
      'step' in leaf && asksForAnswer !== isAnswered
        ? asksForAnswer
          ? { step: leaf.step, answered: true }
          : { step: leaf.step, in: [] }
        : leaf;
    onChange(wrap(changed, next === 'IS_NOT' || next === 'NOT_ANSWERED'));
  };
  const tests: Test[] =
    'step' in leaf
      ? hasOptions(leaf.step, scope.steps)
        ? ['IS', 'IS_NOT', 'ANSWERED', 'NOT_ANSWERED']
        : ['ANSWERED', 'NOT_ANSWERED']
      : ['IS', 'IS_NOT'];
  return (
    <fieldset className="condition-part" aria-label={t('condition.part', { place })}>
      <Stack gap="xs">
        <Row gap="sm" align="flex-end">
          <NativeSelect
            size="sm"
            className="condition-subject"
            aria-label={t('condition.subject', { place })}
            value={getSubject(leaf)}
            onChange={({ currentTarget }) =>
              onChange(wrap(createLeaf(currentTarget.value as Subject, scope.steps), isNegated))
            }
          >
            <Subjects scope={scope} leaf={leaf} />
          </NativeSelect>
          <NativeSelect
            size="sm"
            aria-label={t('condition.test', { place })}
            value={test}
            onChange={({ currentTarget }) => setTest(currentTarget.value as Test)}
            // A test that its question does not allow any more is shown until it is changed.
            data={[...new Set([...tests, test])].map((value) => ({ value, label: t(TESTS[value]) }))}
          />
          <Button size="sm" variant="default" onClick={onRemove} aria-label={t('condition.remove.named', { place })}>
            {t('condition.remove')}
          </Button>
        </Row>
        {!isAnswered && (
          <Values
            leaf={leaf}
            place={place}
            scope={scope}
            onChange={(values) => onChange(wrap(setValues(leaf, values), isNegated))}
          />
        )}
        <Problems problems={problems} />
      </Stack>
    </fieldset>
  );
}

export function Problems({ problems }: { problems: readonly ConditionProblem[] }) {
  const messages = [...new Set(problems.map(({ message }) => message))];
  return messages.map((message) => (
    <Text key={message} size="sm" c="var(--mantine-color-error)">
      {message}
    </Text>
  ));
}

function Subjects({ scope, leaf }: { scope: Scope; leaf: Leaf }) {
  const { t } = useI18n();
  const { steps, fields, names, colorTypes } = scope;
  const isGone = !listSubjects(scope).includes(getSubject(leaf));
  return (
    <>
      <optgroup label={t('condition.subject.questions')}>
        {steps.map(({ id }) => (
          <option key={id} value={`step ${id}`}>
            {names.step(id)}
          </option>
        ))}
        {isGone && 'step' in leaf && (
          <option value={getSubject(leaf)}>{t('condition.subject.gone', { id: String(leaf.step) })}</option>
        )}
      </optgroup>
      {(fields.length > 0 || colorTypes.length > 0 || isGone) && (
        <optgroup label={t('condition.subject.shopper')}>
          {ENUM_FIELD_NAMES.filter((name) => fields.includes(name) || ('field' in leaf && leaf.field === name)).map(
            (name) => (
              <option key={name} value={name}>
                {t(SUBJECTS[name])}
              </option>
            ),
          )}
          {(colorTypes.length > 0 || 'colorType' in leaf) && (
            <option value="colorType">{t('condition.subject.color-type')}</option>
          )}
        </optgroup>
      )}
    </>
  );
}

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** The answers to choose from, and those that are chosen although there is no such answer any more. */
function Values(props: { leaf: Leaf; place: string; scope: Scope; onChange(values: string[]): void }) {
  const { t } = useI18n();
  const { leaf, scope, place } = props;
  const chosen = getValues(leaf);
  const known = listValues(leaf, scope.steps, scope.colorTypes);
  const gone = chosen.filter((value) => !known.some((each) => isSame(each, value)));
  const toName = (value: string) => {
    if ('colorType' in leaf) return scope.names.colorType(value);
    return 'field' in leaf ? scope.names.field(leaf.field, value) : scope.names.option(leaf.step, value);
  };
  const isChosen = (value: string) => chosen.some((each) => isSame(each, value));
  const toggle = (value: string) =>
    props.onChange(isChosen(value) ? chosen.filter((each) => !isSame(each, value)) : [...chosen, value]);
  return (
    <fieldset className="plain-fieldset" aria-label={t('condition.values', { place })}>
      <Row gap="md">
        {[...known, ...gone].map((value) => (
          <Checkbox
            key={value}
            size="sm"
            label={gone.includes(value) ? t('condition.value.gone', { value: toName(value) }) : toName(value)}
            checked={isChosen(value)}
            onChange={() => toggle(value)}
          />
        ))}
      </Row>
      {chosen.length === 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('condition.values.none')}
        </Text>
      )}
    </fieldset>
  );
}
