import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { builtInSelections, builtInSwatch } from '@svc/domain';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useI18n } from '../../../i18n/i18n.js';
import { createOption, insert, recaptionOption, renameOption } from '../../../shared/edit/model/change-steps.js';
import type { StepProblem } from '../../../shared/edit/model/find-problems.js';
import { isEqual } from '../../../shared/edit/model/is-equal.js';
import { hasOwnOptions, type Option, type Step } from '../../../shared/edit/model/steps.js';
import { toOptionName } from '../../../shared/edit/step-name.js';
import { DragHandle } from '../../../shared/order/drag-handle.js';
import { move } from '../../../shared/order/move.js';
import { useDragOrder } from '../../../shared/order/use-drag-order.js';
import { PictureField } from '../pictures/picture-field.js';
import { SwatchField } from '../swatches/swatch-field.js';
import { getSwatch } from '../swatches/swatches.js';
import { LocalizedInput } from './localized-input.js';
import { carryIds } from './option-ids.js';
import { RemovedOptionsNotice } from './removed-options-notice.js';

interface Props {
  /** Sub-domain. */
  funnel: string;
  step: Step;
  /** The same question in the current version, whose keys answers may have. */
  version: Step | undefined;
  language: string | undefined;
  isReadOnly: boolean;
  problems: readonly StepProblem[];
  /** Variants that each option leaves, by its key in lower case; undefined: not known. */
  left: ReadonlyMap<string, number> | undefined;
  /** After which answers they are left. */
  counted: ReactNode;
  onChange: (mark: string, selections: Option[]) => void;
  /** @param url - empty: none. */
  onPicture: (mark: string, place: { at: number; key: string }, url: string) => void;
  /** @param color - `#rrggbb`; empty: none. */
  onSwatch: (mark: string, key: string, color: string) => void;
  say: (text: string) => void;
}

/** The options of a question. Those of built-in questions have fixed keys and can be hidden. */
export function OptionList(props: Props) {
  const { step, version, language, isReadOnly, problems, left, onChange, onPicture, onSwatch, say } = props;
  const { t } = useI18n();
  const options = step.selections;
  const isOwn = hasOwnOptions(step);
  const area = useRef<HTMLDivElement>(null);
  const focusAt = useRef<number>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the list.
  useEffect(() => {
    const at = focusAt.current;
    focusAt.current = undefined;
    if (at !== undefined) area.current?.querySelectorAll<HTMLInputElement>('[data-caption]')[at]?.focus();
  }, [options]);
  const isKnown = (option: Option) => version?.selections.some(({ key }) => key === option.key) === true;
  const change = (mark: string, at: number, option: Option) =>
    onChange(
      mark && `option ${at} ${mark}`,
      options.map((each, index) => (index === at ? option : each)),
    );
  const [known, setKnown] = useState(() => carryIds([], options));
  const ids = carryIds(known, options);
  if (!isEqual(ids, known)) setKnown(ids);
  // An upload takes a while: its option may have another place or key by then, or not be shown any more.
  const latest = useRef(ids);
  useLayoutEffect(() => {
    latest.current = ids;
  });
  const setPicture = (id: number, url: string, mark: string) => {
    const at = latest.current.findIndex((option) => option.id === id);
    const { key } = latest.current[at] ?? {};
    if (key !== undefined) onPicture(mark && `option ${at} ${mark}`, { at, key }, url);
  };
  const addAfter = (at: number, captions: readonly string[]) => {
    const added: Option[] = [];
    for (const caption of captions) added.push(createOption([...options, ...added], caption));
    focusAt.current = at + added.length;
    onChange('', insert(options, at + 1, ...added));
  };
  const moveOption = (from: number, to: number, isFocused = true) => {
    const option = options[from];
    if (!option || to < 0 || to >= options.length) return;
    if (isFocused) focusAt.current = to;
    onChange('', move(options, from, to));
    say(t('builder.moved', { name: toOptionName(option), position: to + 1, count: options.length }));
  };
  const order = useDragOrder('fieldset', (from, to) => moveOption(from, to, false));
  const remove = (at: number) => {
    focusAt.current = Math.max(0, at - 1);
    onChange(
      '',
      options.filter((_, index) => index !== at),
    );
    say(t('builder.removed', { name: toOptionName(options[at] as Option) }));
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    if (isReadOnly) return;
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (by !== undefined && event.altKey) {
      event.preventDefault();
      moveOption(at, at + by);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const next = area.current?.querySelectorAll<HTMLInputElement>('[data-caption]')[at + 1];
      if (next) next.focus();
      else if (isOwn) addAfter(at, ['']);
    }
  };
  /** Several lines are several options, in place of those that are still empty. */
  const onPaste = (event: ClipboardEvent, at: number) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
    if (!isOwn || isReadOnly || lines.length < 2) return;
    event.preventDefault();
    const isFilled = (option: Option) => isKnown(option) || Object.values(option.caption).some((text) => text !== '');
    const [before, after] = [options.slice(0, at + 1).filter(isFilled), options.slice(at + 1).filter(isFilled)];
    const added: Option[] = [];
    for (const line of lines) added.push(createOption([...before, ...after, ...added], line));
    focusAt.current = before.length + added.length - 1;
    onChange('', [...before, ...added, ...after]);
  };
  const hidden = builtInSelections(step.type).filter(({ key }) => !options.some((option) => option.key === key));
  return (
    <Stack gap="sm" ref={area}>
      <Title order={3} size="h5">
        {t('builder.options')}
      </Title>
      {left && props.counted}
      {options.map((option, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a key may be empty or twice while it is being typed.
          key={at}
          className="builder-option"
          style={order.toStyle(at)}
          aria-label={t('builder.option', { position: at + 1, name: toOptionName(option) })}
        >
          <LocalizedInput
            data-caption
            label={t('builder.option.caption')}
            text={option.caption}
            language={language}
            error={
              problems
                .filter((problem) => problem.option === at)
                .map(({ message }) => message)
                .join(' ') || undefined
            }
            onKeyDown={(event) => onKey(event, at)}
            onPaste={(event) => onPaste(event, at)}
            onText={(tag, value) => {
              const taken = options
                .filter((_, index) => index !== at)
                .flatMap(({ key, formerKeys }) => [key, ...formerKeys]);
              change(`caption ${tag}`, at, recaptionOption(option, tag, value, taken, isKnown(option) || !isOwn));
            }}
          />
          <VariantsLeft count={left?.get(option.key.toLowerCase())} />
          <details>
            <summary>
              <Text size="sm" component="span">
                {t('builder.option.more', { key: option.key, tags: countTags(option) })}
              </Text>
            </summary>
            <Stack gap="xs" mt="xs">
              <TextInput
                size="sm"
                label={t('builder.option.key')}
                description={t(isOwn ? 'builder.option.key.text' : 'builder.option.key.fixed')}
                readOnly={!isOwn}
                // Each letter would be a former key of its own.
                key={option.key}
                defaultValue={option.key}
                onBlur={({ currentTarget }) => {
                  const key = currentTarget.value.trim();
                  if (isOwn && key !== '' && key !== option.key)
                    change('', at, renameOption(option, key, isKnown(option)));
                }}
              />
              {option.formerKeys.length > 0 && (
                <Text size="sm" c="dimmed">
                  {t('builder.option.former', { keys: option.formerKeys.join(', ') })}
                </Text>
              )}
              <PictureField
                key={`picture ${ids[at]?.id}`}
                url={option.imageUrl ?? ''}
                caption={option.caption.default ?? ''}
                isReadOnly={isReadOnly}
                onPicture={(url, mark) => setPicture(ids[at]?.id as number, url, mark)}
                say={say}
              />
              <SwatchField
                color={getSwatch(step, option.key) ?? ''}
                builtIn={builtInSwatch(step.type, option.key)}
                isHidden={options.some(({ imageUrl }) => imageUrl)}
                isReadOnly={isReadOnly}
                onColor={(color, mark) => onSwatch(mark && `option ${at} ${mark}`, option.key, color)}
              />
              {(['require', 'prefer', 'avoid'] as const).map((list) => (
                <TextInput
                  key={`${list} ${option.tags[list].join()}`}
                  size="sm"
                  label={t(TAG_LABELS[list])}
                  placeholder="concern:dryness, finish:matte"
                  defaultValue={option.tags[list].join(', ')}
                  onBlur={({ currentTarget }) =>
                    change('', at, { ...option, tags: { ...option.tags, [list]: toTags(currentTarget.value) } })
                  }
                />
              ))}
            </Stack>
          </details>
          {!isReadOnly && (
            <Group gap="xs">
              <DragHandle {...order.toHandle(at)} />
              <Button size="compact-xs" variant="default" disabled={at === 0} onClick={() => moveOption(at, at - 1)}>
                {t('builder.up')}
              </Button>
              <Button
                size="compact-xs"
                variant="default"
                disabled={at === options.length - 1}
                onClick={() => moveOption(at, at + 1)}
              >
                {t('builder.down')}
              </Button>
              <Button size="compact-xs" variant="default" onClick={() => remove(at)}>
                {t(isOwn ? 'builder.remove' : 'builder.hide')}
              </Button>
            </Group>
          )}
        </fieldset>
      ))}
      <RemovedOptionsNotice funnel={props.funnel} step={step} version={version} options={options} />
      {isOwn && !isReadOnly && (
        <Group>
          <Button size="xs" variant="default" onClick={() => addAfter(options.length - 1, [''])}>
            {t('builder.option.add')}
          </Button>
        </Group>
      )}
      {!isOwn && hidden.length > 0 && !isReadOnly && (
        <Group gap="xs">
          <Text size="sm">{t('builder.hidden')}</Text>
          {hidden.map(({ orderNumber, ...option }) => (
            <Button
              key={option.key}
              size="compact-xs"
              variant="default"
              onClick={() => onChange('', [...options, option])}
            >
              {t('builder.unhide', { name: toOptionName(option) })}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  );
}

/** @param props.count - undefined: not known. */
function VariantsLeft(props: { count: number | undefined }) {
  const { t, count } = useI18n();
  if (props.count === undefined) return null;
  return (
    <Text size="sm" c={props.count === 0 ? 'var(--mantine-color-error)' : 'dimmed'}>
      {props.count === 0 ? t('builder.left.none') : count('builder.left', props.count)}
    </Text>
  );
}

const TAG_LABELS = {
  require: 'builder.tags.require',
  prefer: 'builder.tags.prefer',
  avoid: 'builder.tags.avoid',
} as const;

const countTags = ({ tags }: Option): number => tags.require.length + tags.prefer.length + tags.avoid.length;

const toTags = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\n]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
];
