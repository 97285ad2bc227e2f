import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionFakes } from '../../../testing/sessions.js';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';
import { tagRenameExample, tagRenameUndoExample } from './rename-tag-examples.js';

const PATH = '/api/admin/v1/companies/glow/tags/rename';
let gateway: TestGateway;
beforeEach(async () => {
  const { undo, ...places } = tagRenameExample;
  gateway = await startGateway({
    handlers: {
      funnelAdmin: {
        ...sessionFakes().handlers.funnelAdmin,
        renameTag: async ({ dryRun }) => ({ ...places, ...(dryRun ? {} : { rename: undo }) }),
        undoTagRename: async () => ({ changed: ['tagging'] }),
      },
    },
  });
});
afterEach(() => gateway.stop());

const post = (path: string, body: unknown) =>
  gateway.ask(path, {
    method: 'POST',
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('POST …/tags/rename (docs/management.md "Renaming a tag")', () => {
  it('returns the places, and what undoes it', async () => {
    const { status, json } = await post(PATH, { from: 'concern:dry', to: 'concern:dryness' });
    expect([status, json]).toEqual([200, tagRenameExample]);
    expect(gateway.services.calls.renameTag).toEqual([
      { handle: 'glow', from: 'concern:dry', to: 'concern:dryness', dryRun: false },
    ]);
  });

  it('a dry run has nothing to undo', async () => {
    const { json } = await post(PATH, { from: 'concern:dry', to: 'concern:dryness', dryRun: true });
    expect(json).toEqual({ ...tagRenameExample, undo: null });
  });

  it.each([
    [{ from: 'a:b' }, '/to'],
    [{ from: '', to: 'a:b' }, '/from'],
    [{ from: 'a:b', to: 'c:d', dryRun: 'yes' }, '/dryRun'],
  ])('%o is refused at its place, and no service is called', async (body, path) => {
    const { json } = await post(PATH, body);
    expect(json).toMatchObject({ error: 'INVALID_REQUEST', details: [{ path }] });
    expect(gateway.services.calls).not.toHaveProperty('renameTag');
  });
});

describe('POST …/tags/rename/undo (docs/management.md "Renaming a tag")', () => {
  it('takes what the rename returned', async () => {
    const { status, json } = await post(`${PATH}/undo`, tagRenameUndoExample);
    expect([status, json]).toEqual([200, { changed: ['tagging'] }]);
    expect(gateway.services.calls.undoTagRename).toEqual([{ handle: 'glow', rename: tagRenameUndoExample }]);
  });

  it('a body that is none is refused', async () => {
    expect((await post(`${PATH}/undo`, { settingsVersion: -1 })).json.error).toBe('INVALID_REQUEST');
  });
});
