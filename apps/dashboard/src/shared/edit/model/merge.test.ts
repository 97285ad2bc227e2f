import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { move } from '../../order/move.js';
import { changeOption, changeStep, duplicateStep, insert } from './change-steps.js';
import { addCommand, type Command, NO_HISTORY, redo, undo } from './history.js';
import { merge } from './merge.js';
import { mergeOrder } from './merge-order.js';
import type { Content, Option, Step } from './steps.js';

const option = (key: string, more: Partial<Option> = {}): Option => ({
  key,
  caption: { default: key },
  formerKeys: [],
  tags: { require: [], prefer: [], avoid: [] },
  ...more,
});
const step = (id: number, more: Partial<Step> = {}): Step => ({
  ...{ id, key: `step_${id}`, type: 'SINGLE_SELECTION', title: { default: `Question ${id}` } },
  ...{ formerIds: [], required: true, strict: false, showWhen: null, settings: {} },
  selections: ['a', 'b', 'c'].map((key) => option(key)),
  ...more,
});
const toContent = (steps: Step[]): Content => ({ steps, others: {} });
const base = toContent([1, 2, 3, 4].map((id) => step(id)));
const change = (make: (steps: Step[]) => Step[]) => toContent(make(base.steps));
const ids = ({ steps }: Content) => steps.map(({ id }) => id);

describe('two changes of one funnel (docs/dashboard.md Y15.3)', () => {
  it('of different fields of one question are both kept', () => {
    const mine = change((steps) => changeStep(steps, 2, { title: { default: 'Mine' } }));
    const theirs = change((steps) => changeStep(steps, 2, { required: false }));
    const { content, conflicts } = merge(base, mine, theirs);
    expect(content.steps[1]).toMatchObject({ title: { default: 'Mine' }, required: false });
    expect(conflicts).toEqual([]);
  });

  it('of one text in different languages are both kept', () => {
    const mine = change((steps) => changeStep(steps, 2, { title: { default: 'Question 2', de: 'Frage' } }));
    const theirs = change((steps) => changeStep(steps, 2, { title: { default: 'Question 2', fr: 'Question' } }));
    expect(merge(base, mine, theirs).content.steps[1]?.title).toEqual({
      default: 'Question 2',
      de: 'Frage',
      fr: 'Question',
    });
  });

  it.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)('of the same text are asked about; "%s" wins', (side, expected) => {
    const mine = change((steps) => changeStep(steps, 2, { title: { default: 'Mine' } }));
    const theirs = change((steps) => changeStep(steps, 2, { title: { default: 'Theirs' } }));
    const { content, conflicts } = merge(base, mine, theirs, () => side);
    expect(conflicts).toMatchObject([{ stepId: 2, path: ['title', 'default'], mine: 'Mine', theirs: 'Theirs' }]);
    expect(content.steps[1]?.title.default).toBe(expected);
  });

  it('are asked about when one side removes what the other changes, and not when it leaves it alone', () => {
    const mine = change((steps) => steps.filter(({ id }) => id !== 2));
    const theirs = change((steps) => changeStep(steps, 2, { required: false }));
    expect(merge(base, mine, theirs).conflicts).toMatchObject([{ stepId: 2, path: [], mine: undefined }]);
    expect(ids(merge(base, mine, theirs).content)).toEqual([1, 3, 4]);
    expect(ids(merge(base, mine, theirs, () => 'theirs').content)).toEqual([1, 2, 3, 4]);
    expect(merge(base, mine, base)).toMatchObject({ conflicts: [], content: mine });
  });

  it('add questions with the same id: mine gets another one, with the conditions that name it (Y15.4)', () => {
    const mine = change((steps) => [
      ...steps,
      step(5, { title: { default: 'Mine' } }),
      step(6, { showWhen: { all: [{ step: 5, answered: true }] } }),
    ]);
    const theirs = change((steps) => [...steps, step(5, { title: { default: 'Theirs' } })]);
    const { content, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(content.steps.map(({ title }) => title.default)).toEqual(
      expect.arrayContaining(['Mine', 'Theirs', 'Question 6']),
    );
    const own = content.steps.find(({ title }) => title.default === 'Mine');
    expect(own).toMatchObject({ id: 7, key: 'step_7' });
    expect(content.steps.find(({ id }) => id === 6)?.showWhen).toEqual({ all: [{ step: 7, answered: true }] });
  });

  it('follow an option that one side renames (Y15.4)', () => {
    const mine = change((steps) => changeOption(steps, 1, 0, { key: 'dry', formerKeys: ['a'] }));
    const theirs = change((steps) => changeOption(steps, 1, 0, { caption: { default: 'Very dry' } }));
    const { content, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([]);
    expect(content.steps[0]?.selections[0]).toMatchObject({
      key: 'dry',
      formerKeys: ['a'],
      caption: { default: 'Very dry' },
    });
  });

  it('of tags add and remove: none is lost', () => {
    const tagged = (prefer: string[]) =>
      change((steps) => changeOption(steps, 1, 0, { tags: { require: [], prefer, avoid: [] } }));
    const { content } = merge(tagged(['a:x', 'a:y']), tagged(['a:x', 'a:z']), tagged(['a:y', 'a:w']));
    expect(content.steps[0]?.selections[0]?.tags.prefer).toEqual(['a:w', 'a:z']);
  });

  it('that both move something keep the order of the other side, and say so', () => {
    const mine = change((steps) => move(steps, 0, 1));
    const theirs = change((steps) => move(steps, 3, 2));
    const merged = merge(base, mine, theirs);
    expect([ids(merged.content), merged.isOrderTheirs]).toEqual([[1, 2, 4, 3], true]);
    expect(merge(base, mine, base)).toMatchObject({ isOrderTheirs: false, content: mine });
  });
});

/** One change of a question, so that changes of different questions are disjoint. */
const edit = fc.oneof(
  fc.record({ kind: fc.constant('title' as const), text: fc.string({ maxLength: 5 }) }),
  fc.record({ kind: fc.constant('required' as const) }),
  fc.record({ kind: fc.constant('caption' as const), at: fc.nat(2), text: fc.string({ maxLength: 5 }) }),
  fc.record({ kind: fc.constant('drop-option' as const), at: fc.nat(2) }),
  fc.record({ kind: fc.constant('add-option' as const), at: fc.nat(3), name: fc.constantFrom('x', 'y', 'z') }),
  fc.record({ kind: fc.constant('move-option' as const), at: fc.nat(1) }),
  fc.record({ kind: fc.constant('remove' as const) }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function apply(steps: Step[], id: number, each: Edit): Step[] {
  const found = steps.find((one) => one.id === id);
  if (!found) return steps;
  const { selections } = found;
  switch (each.kind) {
    case 'title':
      return changeStep(steps, id, { title: { default: each.text } });
    case 'required':
      return changeStep(steps, id, { required: !found.required });
    case 'caption':
      return changeOption(steps, id, each.at, { caption: { default: each.text } });
    case 'drop-option':
      return changeStep(steps, id, { selections: selections.filter((_, at) => at !== each.at) });
    case 'add-option':
      if (selections.some(({ key }) => key === each.name)) return steps;
      return changeStep(steps, id, { selections: insert(selections, each.at, option(each.name)) });
    case 'move-option':
      return changeStep(steps, id, { selections: move(selections, each.at, each.at + 1) });
    case 'remove':
      return steps.filter((one) => one.id !== id);
  }
}
const applyAll = (ids: number[], edits: [number, Edit][]) =>
  toContent(edits.reduce((steps, [at, each]) => apply(steps, ids[at % ids.length] as number, each), [...base.steps]));
const edits = fc.array(fc.tuple(fc.nat(1), edit), { maxLength: 8 });

describe('merging changes of different questions (property)', () => {
  it('does not depend on the order, conflicts in nothing and loses nothing', () => {
    fc.assert(
      fc.property(edits, edits, fc.boolean(), (left, right, adds) => {
        const mine = applyAll([1, 2], left);
        const theirs = applyAll([3, 4], right);
        if (adds) mine.steps.push(step(9));
        const merged = merge(base, mine, theirs);
        expect(merged).toEqual(merge(base, theirs, mine));
        expect(merged.conflicts).toEqual([]);
        for (const id of [1, 2, 9])
          expect(merged.content.steps.find((one) => one.id === id)).toEqual(mine.steps.find((one) => one.id === id));
        for (const id of [3, 4])
          expect(merged.content.steps.find((one) => one.id === id)).toEqual(theirs.steps.find((one) => one.id === id));
      }),
    );
  });

  it('with a side that changed nothing, or the same, is the other side', () => {
    fc.assert(
      fc.property(edits, (some) => {
        const content = applyAll([1, 2, 3, 4], some);
        expect(merge(base, content, base).content).toEqual(content);
        expect(merge(base, base, content).content).toEqual(content);
        expect(merge(base, content, content)).toEqual({ content, conflicts: [], isOrderTheirs: false });
      }),
    );
  });

  it('has every id once, whatever both sides do to an order', () => {
    const list = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'));
    fc.assert(
      fc.property(list, list, list, (was, mine, theirs) => {
        const present = new Set([...was, ...mine, ...theirs]);
        const { ids: found } = mergeOrder(was, mine, theirs, present);
        expect([...found].sort()).toEqual([...present].sort());
      }),
    );
  });
});

describe('undo and redo', () => {
  const run = (all: [number, Edit][]) => {
    const states = [base];
    for (const [at, each] of all) {
      states.push(toContent(apply((states.at(-1) as Content).steps, at + 1, each)));
    }
    const commands = states
      .slice(1)
      .map((after, at): Command => ({ mark: String(at), before: states[at] as Content, after }));
    return { states, history: commands.reduce((list, command) => addCommand(list, command, false), NO_HISTORY) };
  };

  it('undo after do is the identity, step by step, and so is redo after undo (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), edit), { maxLength: 12 }), (all) => {
        const { states, history } = run(all);
        let state = { history, content: states.at(-1) as Content };
        for (let at = states.length - 2; at >= 0; at--) {
          state = undo(state.history, state.content) as typeof state;
          expect(state.content).toEqual(states[at]);
        }
        expect(undo(state.history, state.content)).toBeUndefined();
        for (const expected of states.slice(1)) {
          state = redo(state.history, state.content) as typeof state;
          expect(state.content).toEqual(expected);
        }
      }),
    );
  });

  it('leaves what another user has changed since', () => {
    const mine = change((steps) => changeStep(steps, 2, { title: { default: 'Mine' } }));
    const history = addCommand(NO_HISTORY, { mark: 'a', before: base, after: mine }, false);
    const both = toContent(changeStep(mine.steps, 3, { required: false }));
    expect(undo(history, both)?.content.steps).toEqual(changeStep(base.steps, 3, { required: false }));
  });

  it('letters of one text are one command; 200 commands are kept (docs/dashboard.md Y15.5)', () => {
    const typed = ['M', 'Mi', 'Min'].map((text) =>
      change((steps) => changeStep(steps, 2, { title: { default: text } })),
    );
    const history = typed.reduce(
      (list, after, at) => addCommand(list, { mark: 'title', before: typed[at - 1] ?? base, after }, true),
      NO_HISTORY,
    );
    expect(undo(history, typed[2] as Content)?.content).toEqual(base);
    const many = Array.from({ length: 250 }, (_, at) => ({ mark: String(at), before: base, after: base }));
    expect(many.reduce((list, each) => addCommand(list, each, false), NO_HISTORY).done).toHaveLength(200);
  });

  it('a copy of a question has an id, a key and no history of its own', () => {
    const renamed = changeOption(base.steps, 2, 0, { formerKeys: ['old'] });
    const copied = duplicateStep(renamed, 2);
    expect(copied?.id).toBe(5);
    expect(copied?.steps.map(({ key }) => key)).toEqual(['step_1', 'step_2', 'step_2_2', 'step_3', 'step_4']);
    expect(copied?.steps[2]?.selections[0]?.formerKeys).toEqual([]);
  });
});

describe('rules and tabs of two users (docs/dashboard.md Y18.4)', () => {
  const rule = (key: string, tag: string) => ({ key, when: null, then: { exclude: { tags: [tag] } } });
  const withRules = (...rules: object[]): Content => ({ steps: [], others: { matching: { rules } } });
  const base = withRules(rule('a', 'x'), rule('b', 'x'));

  it('changes of different rules are both kept, also what one has added, removed or moved', () => {
    const mine = withRules(rule('b', 'x'), rule('a', 'y'), rule('mine', 'x'));
    const theirs = withRules(rule('a', 'x'), rule('b', 'z'), rule('theirs', 'x'));
    const { content, conflicts } = merge(base, mine, theirs);
    expect(conflicts).toEqual([]);
    const { rules } = content.others.matching as { rules: { key: string }[] };
    expect(rules).toEqual(
      expect.arrayContaining([rule('a', 'y'), rule('b', 'z'), rule('mine', 'x'), rule('theirs', 'x')]),
    );
    expect(rules.findIndex(({ key }) => key === 'b')).toBeLessThan(rules.findIndex(({ key }) => key === 'a'));
    expect(merge(base, withRules(rule('a', 'x')), theirs).conflicts).toMatchObject([
      { path: ['matching', 'rules', 'b'] },
    ]);
  });

  it('a rule that both have changed is asked about as one whole', () => {
    const { conflicts } = merge(
      base,
      withRules(rule('a', 'y'), rule('b', 'x')),
      withRules(rule('a', 'z'), rule('b', 'x')),
    );
    expect(conflicts).toMatchObject([
      { path: ['matching', 'rules', 'a'], mine: rule('a', 'y'), theirs: rule('a', 'z') },
    ]);
  });

  it('without a common state of the rules, they are asked about as one whole', () => {
    const { conflicts } = merge({ steps: [], others: {} }, withRules(), base);
    expect(conflicts).toMatchObject([{ path: ['matching'], mine: { rules: [] } }]);
  });

  it('names of a tab in different languages are both kept', () => {
    const withTab = (name: object): Content => ({ steps: [], others: { resultPage: { tabs: [{ key: 'T', name }] } } });
    const { content, conflicts } = merge(
      withTab({ default: 'Dry' }),
      withTab({ default: 'Dry', de: 'Trocken' }),
      withTab({ default: 'Dry', fr: 'Sèche' }),
    );
    expect(conflicts).toEqual([]);
    expect(content).toEqual(withTab({ default: 'Dry', de: 'Trocken', fr: 'Sèche' }));
  });
});
