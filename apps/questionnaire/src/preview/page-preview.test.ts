import type { FunnelPage } from '@svc/domain';
import { describe, expect, it } from 'vitest';
import { QuizStore } from '../quiz/quiz-store.js';
import { PAGE_TEXTS } from '../shared/i18n/page-texts.js';
import { createTranslator } from '../shared/i18n/translator.js';
import { buildPage, createStorage, step } from '../testing/page.testing.js';
import { PagePreview, type PreviewedPage } from './page-preview.js';
import type { PreviewState } from './preview-message.js';

const GOAL = step(1, 'SINGLE_SELECTION', ['Look', 'care'], { required: false });
const HAIR = step(2, 'HAIR_COLOR', ['RED', 'BLACK'], { required: false, showWhen: { not: { step: 1, in: ['care'] } } });
const AGE = step(3, 'AGE', ['UNDER_16', 'ABOVE_70'], { required: false });
const PAGE = buildPage([GOAL, HAIR, AGE]);

/** A preview of these questions, and what it reported of the visitor. */
function startPreview(first = PAGE) {
  const storage = createStorage();
  const createStore = (page: FunnelPage) =>
    new QuizStore(page, { source: null, queryString: null }, { storage, now: () => new Date(0), newKey: () => 'key' });
  const host = {
    page: first,
    store: createStore(first),
    say: createTranslator(PAGE_TEXTS, 'en'),
    result: { state: 'loaded', load() {} },
    renderRoot: { querySelector: () => null } as unknown as ParentNode,
    updateComplete: Promise.resolve(true),
    replaceQuestions(page: FunnelPage) {
      host.page = page;
      host.store = createStore(page);
    },
    requestUpdate() {},
  } satisfies PreviewedPage;
  const reported: PreviewState[] = [];
  const preview: PagePreview = new PagePreview(host, () => reported.push(preview.state));
  return { preview, host, reported };
}

const CARE = { selectionValues: [{ stepId: 1, selectedKey: 'care' }] };

describe('the preview in the dashboard (docs/dashboard.md Y16.2, Y16.3)', () => {
  it('the dashboard chooses the question; one that the answers hide is shown once a change of the questions shows it', async () => {
    const { preview } = startPreview();
    await preview.show({ stepId: 3, answers: null });
    expect(preview.state.stepId).toBe(3);
    await preview.show({ stepId: 2, answers: CARE });
    expect(preview.state).toMatchObject({ stepId: 3, answers: CARE });
    await preview.showPage(buildPage([GOAL, { ...HAIR, showWhen: null }, AGE]));
    expect(preview.state.stepId).toBe(2);
  });

  it('answers stay while the questions change', async () => {
    const { preview, host } = startPreview();
    await preview.show({ stepId: 1, answers: null });
    host.store.choose(GOAL, ['Look']);
    const changed = buildPage([{ ...GOAL, title: 'Another title' }, AGE], { version: { id: 'v2', number: 1 } });
    await preview.showPage(changed);
    expect(host.store.current?.title).toBe('Another title');
    expect(host.store.chosen(GOAL)).toEqual(['Look']);
  });

  it('the question that is shown stays, also where required ones before it have no answer', async () => {
    const { preview } = startPreview(buildPage([{ ...GOAL, required: true }, AGE]));
    await preview.show({ stepId: 3, answers: null });
    await preview.showPage(
      buildPage([
        { ...GOAL, required: true },
        { ...AGE, title: 'Another title' },
      ]),
    );
    expect(preview.state.stepId).toBe(3);
    await preview.show({ stepId: 99, answers: null });
    expect(preview.state.stepId).toBe(3);
  });

  it('the visitor stays where they moved, whatever changes, also before the dashboard is notified', async () => {
    const { preview, host } = startPreview();
    await preview.show({ stepId: 2, answers: CARE });
    host.store.show(AGE);
    preview.changed();
    await preview.showPage(buildPage([GOAL, { ...HAIR, showWhen: null }, AGE]));
    expect(preview.state.stepId).toBe(3);
  });

  it('reports what the visitor chose, not what the dashboard chose', async () => {
    const { preview, host, reported } = startPreview();
    const shown = preview.show({ stepId: 1, answers: null });
    preview.changed();
    await shown;
    expect(reported).toEqual([]);
    host.store.show(AGE);
    preview.changed();
    expect(reported.map(({ stepId }) => stepId)).toEqual([3]);
  });

  it('shows its end in place of sending, and the questions again when the dashboard chooses one', async () => {
    const { preview, reported } = startPreview();
    await preview.show({ stepId: 3, answers: null });
    expect(preview.endView()).toBeNull();
    const sending = new Event('before-send', { cancelable: true });
    preview.end(sending);
    expect(sending.defaultPrevented).toBe(true);
    expect(reported.map(({ stepId }) => stepId)).toEqual([null]);
    expect(preview.endView()).not.toBeNull();
    await preview.showPage(PAGE);
    expect(preview.state.stepId).toBeNull();
    await preview.show({ stepId: 1, answers: null });
    expect(preview.endView()).toBeNull();
    expect(preview.state.stepId).toBe(1);
  });
});
