import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeStep } from './change-steps.js';
import { type EditService, EditSession, type Kept, OtherStateError, type Synced } from './edit-session.js';
import type { Content, Step } from './steps.js';

const step = (id: number): Step => ({
  ...{ id, key: `step_${id}`, type: 'EMAIL', title: { default: `Question ${id}` }, formerIds: [] },
  ...{ required: true, strict: false, showWhen: null, selections: [], settings: {} },
});
const start: Content = { steps: [step(1), step(2)], others: {} };
const retitle = (id: number, title: string) => (content: Content) => ({
  ...content,
  steps: changeStep(content.steps, id, { title: { default: title } }),
});
const getTitles = ({ steps }: Content) => steps.map(({ title }) => title.default);

/** The service with one edit, and a browser that keeps. */
function createWorld() {
  let stored: Synced = { content: start, revision: undefined, baseVersionId: 'v1' };
  let kept: Kept | undefined;
  const world = { saves: 0, isDown: false, losesResponses: false, current: 'v1', getStored: () => stored };
  const service: EditService = {
    load: async () => ({ synced: stored, problems: [], warnings: [], currentVersionId: world.current, version: start }),
    discard: async (revision) => {
      if (revision !== stored.revision) throw new OtherStateError();
      stored = { content: start, revision: undefined, baseVersionId: 'v1' };
    },
    loadVersion: async (id) => (id === 'v1' ? start : { ...start, steps: [...start.steps, step(9)] }),
    async save(content, { revision, baseVersionId }) {
      world.saves++;
      if (world.isDown) throw new Error('No answer came.');
      if (revision !== stored.revision) throw new OtherStateError();
      stored = { content, revision: (stored.revision ?? 0) + 1, baseVersionId };
      if (world.losesResponses) throw new Error('The connection broke.');
      return { revision: stored.revision as number, problems: [], warnings: [] };
    },
  };
  const local = {
    read: async () => kept,
    write: async (next: Kept) => {
      kept = structuredClone(next);
    },
  };
  return { ...world, world, service, local, open: () => EditSession.open(service, local) };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('the edit of a funnel in a tab (docs/dashboard.md Y15)', () => {
  it('is saved two seconds after the last change, once, and five seconds after the first at the latest (Y15.1)', async () => {
    const { world, open } = createWorld();
    const session = await open();
    for (const title of ['M', 'Mi', 'Min', 'Mine']) {
      session.change('title', retitle(1, title));
      await pass(500);
    }
    expect([world.saves, session.get().saving]).toEqual([0, 'CHANGED']);
    await pass(1_500);
    expect([world.saves, session.get().saving]).toEqual([1, 'SAVED']);
    for (let letter = 0; letter < 12; letter++) {
      session.change('title', retitle(1, 'x'.repeat(letter)));
      await pass(500);
    }
    expect(world.saves).toBe(2);
  });

  it('everything is saved immediately, also while a save runs that does not have the last change (Y15.9)', async () => {
    const { world, service, open } = createWorld();
    const session = await open();
    const save = service.save;
    vi.spyOn(service, 'save').mockImplementationOnce(async (...given) => {
      await wait(500);
      return save(...given);
    });
    session.change('', retitle(1, 'Being sent'));
    await pass(2_000);
    expect(session.get().saving).toBe('SAVING');
    session.change('', retitle(2, 'Typed meanwhile'));
    const flushed = session.flush();
    await pass(500);
    await flushed;
    expect(getTitles(world.getStored().content)).toEqual(['Being sent', 'Typed meanwhile']);
    expect([world.saves, session.get().saving]).toEqual([2, 'SAVED']);
  });

  it('an own save whose response was lost is not taken for a change of another user (Y40.2)', async () => {
    const { world, open } = createWorld();
    const session = await open();
    world.losesResponses = true;
    session.change('', retitle(1, 'Stored, and not answered'));
    await expect(session.flush()).rejects.toThrow('The connection broke.');
    world.losesResponses = false;
    session.change('', retitle(1, 'Typed after it'));
    await session.flush();
    expect(getTitles(world.getStored().content)).toEqual(['Typed after it', 'Question 2']);
    expect(session.get()).toMatchObject({ saving: 'SAVED', conflicts: [] });
  });

  it('brings changes of two users together without asking, when they are of different fields', async () => {
    const { world, open } = createWorld();
    const [mine, theirs] = [await open(), await open()];
    theirs.change('', retitle(2, 'Theirs'));
    await theirs.flush();
    mine.change('', retitle(1, 'Mine'));
    await mine.flush();
    expect(getTitles(world.getStored().content)).toEqual(['Mine', 'Theirs']);
    expect(mine.get()).toMatchObject({ saving: 'SAVED', conflicts: [] });
    await theirs.refresh();
    expect(getTitles(theirs.get().content)).toEqual(['Mine', 'Theirs']);
  });

  it('is loaded by one call at a time, and again after a failure', async () => {
    const { service, open } = createWorld();
    const session = await open();
    const load = vi.spyOn(service, 'load').mockRejectedValueOnce(new Error('No answer came.'));
    const [failed] = await Promise.allSettled([session.refresh(), session.refresh()]);
    expect([failed.status, load.mock.calls.length]).toEqual(['rejected', 1]);
    await session.refresh();
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('keeps what was saved while an older state was loaded', async () => {
    const { world, service, open } = createWorld();
    const session = await open();
    const older = await service.load();
    let answer = () => {};
    vi.spyOn(service, 'load').mockReturnValueOnce(
      new Promise((resolve) => {
        answer = () => resolve(older);
      }),
    );
    const refreshed = session.refresh();
    session.change('', retitle(1, 'Mine'));
    await session.flush();
    answer();
    await refreshed;
    expect(getTitles(session.get().content)).toEqual(['Mine', 'Question 2']);
    expect(session.get()).toMatchObject({ saving: 'SAVED', synced: { revision: 1 } });
    expect(getTitles(world.getStored().content)).toEqual(['Mine', 'Question 2']);
  });

  it.each([
    ['mine', 'Mine'],
    ['theirs', 'Theirs'],
  ] as const)(
    'asks when both have changed the same, saves nothing meanwhile, and then takes "%s"',
    async (side, title) => {
      const { world, open } = createWorld();
      const [mine, theirs] = [await open(), await open()];
      theirs.change('', retitle(1, 'Theirs'));
      await theirs.flush();
      mine.change('', retitle(1, 'Mine'));
      await expect(mine.flush()).rejects.toThrow();
      expect(mine.get().conflicts).toMatchObject([{ stepId: 1, mine: 'Mine', theirs: 'Theirs' }]);
      mine.change('', retitle(2, 'Typed meanwhile'));
      await pass(10_000);
      expect(getTitles(world.getStored().content)).toEqual(['Theirs', 'Question 2']);
      mine.resolve(() => side);
      await pass(10);
      expect(getTitles(world.getStored().content)).toEqual([title, 'Typed meanwhile']);
    },
  );

  it('loses nothing while the service is down, and is saved when it is back', async () => {
    const { world, open } = createWorld();
    const session = await open();
    world.isDown = true;
    session.change('', retitle(1, 'Mine'));
    await pass(3_000);
    expect(session.get()).toMatchObject({ saving: 'FAILED', error: { message: 'No answer came.' } });
    world.isDown = false;
    await pass(5_000);
    expect(session.get()).toMatchObject({ saving: 'SAVED', error: null });
    expect(getTitles(world.getStored().content)[0]).toBe('Mine');
  });

  it('comes back in the next tab when the tab was closed before it was saved, with its undo', async () => {
    const { world, open } = createWorld();
    const session = await open();
    world.isDown = true;
    session.change('', retitle(1, 'Mine'));
    await pass(400);
    session.stop();
    world.isDown = false;
    const other = await open();
    expect(getTitles(other.get().content)[0]).toBe('Mine');
    await pass(10);
    expect(getTitles(world.getStored().content)[0]).toBe('Mine');
    other.undo();
    expect(getTitles(other.get().content)[0]).toBe('Question 1');
    other.redo();
    expect(getTitles(other.get().content)[0]).toBe('Mine');
  });

  it('says that the funnel has another version, and brings it in on demand (Y15.9)', async () => {
    const { world, open } = createWorld();
    const session = await open();
    session.change('', retitle(1, 'Mine'));
    await session.flush();
    world.current = 'v2';
    const later = await open();
    expect(later.get().isOutdated).toBe(true);
    await later.takeVersion();
    await pass(10);
    expect(getTitles(world.getStored().content)).toEqual(['Mine', 'Question 2', 'Question 9']);
    expect(later.get()).toMatchObject({ isOutdated: false, saving: 'SAVED' });
  });

  it('that is discarded never comes back, whether its last change was saved, is being saved or was not sent yet', async () => {
    for (const ms of [0, 1_999, 2_000, 2_400, 10_000]) {
      const { world, service, open } = createWorld();
      const session = await open();
      const { save, discard } = service;
      vi.spyOn(service, 'save').mockImplementation(async (...given) => {
        await wait(500);
        return save(...given);
      });
      vi.spyOn(service, 'discard').mockImplementation(async (revision) => {
        await wait(300);
        return discard(revision);
      });
      session.change('', retitle(1, 'Saved'));
      await pass(5_000);
      session.change('', retitle(1, 'Mine'));
      await pass(ms);
      const [discarded] = await Promise.all([session.discard().then(() => 'discarded', String), pass(10_000)]);
      expect(discarded, `${ms} ms after the change`).toBe('discarded');
      expect(getTitles(world.getStored().content)[0]).toBe('Question 1');
      expect(getTitles(session.get().content)[0]).toBe('Question 1');
      expect(session.get().saving).toBe('SAVED');
    }
  });

  it('questions and rules have one history, also after a reload (Y23.3)', async () => {
    const { open, world } = createWorld();
    const session = await open();
    const inForce = { rules: [] };
    const rules = { rules: [{ key: 'a' }] };
    session.change('', retitle(1, 'Mine'));
    session.changePart('', 'matching', inForce, rules);
    session.change('', retitle(2, 'Mine too'));
    await session.flush();
    session.stop();
    await pass(0);
    const next = await open();
    next.undo();
    expect([getTitles(next.get().content), next.get().content.others]).toEqual([
      ['Mine', 'Question 2'],
      { matching: rules },
    ]);
    next.undo();
    expect([getTitles(next.get().content), next.get().content.others]).toEqual([
      ['Mine', 'Question 2'],
      { matching: inForce },
    ]);
    next.undo();
    expect(getTitles(next.get().content)).toEqual(['Question 1', 'Question 2']);
    next.redo();
    next.redo();
    expect([getTitles(next.get().content), next.get().content.others]).toEqual([
      ['Mine', 'Question 2'],
      { matching: rules },
    ]);
    await next.flush();
    expect(world.getStored().content.others).toEqual({ matching: rules });
  });
});
