import type { FunnelPage, MatchingAnswers } from '@svc/domain';
import { expect, it } from 'vitest';
import { createFrameTalk, type DashboardMessage } from './frame-talk.js';

const toPage = (name: string) => ({ funnel: { name } }) as FunnelPage;
const DRY: MatchingAnswers = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
const toState = (stepId: number | null) => ({
  stepId,
  ...{ answers: { selectionValues: [] }, hasSelfie: false, hasContact: false },
});

/** A conversation that has begun, and what was said since. */
function startTalk(stepId: number | null = 1) {
  const said: DashboardMessage[] = [];
  let seq = 0;
  const talk = createFrameTalk((message) => {
    said.push(message);
    seq += 1;
    return seq;
  });
  talk.setPage(toPage('first'));
  talk.setChoice(stepId, undefined);
  const before = [...said];
  talk.start();
  const toLast = () => seq;
  const takeSaid = () => said.splice(0);
  return { talk, before, takeSaid, toLast };
}

it('a frame that has been loaded, or loaded again, receives the page and the chosen question (docs/dashboard.md Y16.2)', () => {
  const { talk, before, takeSaid } = startTalk();
  expect(before).toEqual([]);
  const all = [
    { type: 'page', page: toPage('first') },
    { type: 'show', stepId: 1 },
  ];
  expect(takeSaid()).toEqual(all);
  talk.stop();
  talk.setPage(toPage('second'));
  talk.setChoice(2, undefined);
  expect(takeSaid()).toEqual([]);
  talk.start();
  expect(takeSaid()).toEqual([
    { type: 'page', page: toPage('second') },
    { type: 'show', stepId: 2 },
  ]);
});

it('a changed page says nothing about the question, so that it never takes the visitor back (docs/dashboard.md Y16.2)', () => {
  const { talk, takeSaid, toLast } = startTalk();
  takeSaid();
  const known = toLast();
  // The visitor moves, and before the dashboard receives that, it has a new page.
  talk.setPage(toPage('second'));
  expect(takeSaid()).toEqual([{ type: 'page', page: toPage('second') }]);
  expect(talk.receive({ type: 'shown', seq: known, state: toState(2) })).toEqual({ state: toState(2), moved: 2 });
  talk.setChoice(2, undefined);
  expect(takeSaid()).toEqual([]);
});

it('answers are given once, with the chosen question, and are the visitor’s from then on (docs/dashboard.md Y16.6)', () => {
  const { talk, takeSaid } = startTalk();
  takeSaid();
  talk.setChoice(1, DRY);
  expect(takeSaid()).toEqual([{ type: 'show', stepId: 1, answers: DRY }]);
  talk.setChoice(1, DRY);
  talk.setPage(toPage('second'));
  talk.start();
  expect(takeSaid().filter(({ type }) => type === 'show')).toEqual([{ type: 'show', stepId: 1 }]);
  talk.setChoice(1, { ...DRY });
  expect(takeSaid()).toEqual([{ type: 'show', stepId: 1, answers: DRY }]);
});

it('what the frame says about the time before the last choice is ignored (docs/dashboard.md Y16.6)', () => {
  const { talk, toLast } = startTalk();
  const before = toLast();
  talk.setChoice(3, undefined);
  expect(talk.receive({ type: 'shown', seq: before, state: toState(2) })).toBeUndefined();
  expect(talk.receive({ type: 'ready', seq: toLast(), state: toState(3) })).toEqual({ state: toState(3) });
});

it('only the visitor chooses a question by moving: a page that is shown does not, and the end is none', () => {
  const { talk, toLast } = startTalk();
  expect(talk.receive({ type: 'ready', seq: toLast(), state: toState(2) })).toEqual({ state: toState(2) });
  expect(talk.receive({ type: 'shown', seq: toLast(), state: toState(null) })).toEqual({ state: toState(null) });
});

it('a question that comes with a page is chosen after it', () => {
  const { talk, takeSaid } = startTalk(null);
  expect(takeSaid().map(({ type }) => type)).toEqual(['page']);
  talk.setPage(toPage('with the question'));
  talk.setChoice(5, undefined);
  expect(takeSaid().map(({ type }) => type)).toEqual(['page', 'show']);
});
