import { TIMEOUT_MS } from '../../../clients.js';
import { json, sendJson } from '../../../route/answer.js';
import { jsonBody } from '../../../route/body.js';
import { route } from '../../../route/route.js';
import { COMPANY, company, getCompany, management } from '../management.js';
import { tagRenameExample, tagRenameUndoExample } from './rename-tag-examples.js';
import { tagRenameRequest, tagRenameUndo } from './rename-tag-schema.js';

/** An undo names two versions of every funnel. */
const MAX_UNDO_BYTES = 512 * 1024;

const RENAME = `${COMPANY}/tags/rename`;
const shared = { ...management, method: 'POST', permission: 'manage:funnel.publish', params: company } as const;

const renameTag = route({
  ...shared,
  path: RENAME,
  id: 'renameTag',
  summary: 'Rename a tag wherever the company uses it',
  description:
    'In the tagging, in options of published versions and drafts, in rules, tabs and assortments, all of them or none, as an apply does; ' +
    'in force within two seconds. Tags of the catalog stay: what has them gets the new tag in addition. CONFLICT: the catalog is too large.',
  body: jsonBody({
    schema: tagRenameRequest,
    schemaId: 'TagRenameRequest',
    examples: { rename: { from: 'concern:dry', to: 'concern:dryness', dryRun: true } },
    refused: 'Nothing was renamed',
  }),
  answers: { 200: json('Where it was renamed, or would be.', 'TagRename', { renamed: tagRenameExample }) },
  errors: ['INVALID_BLUEPRINT', 'CONFLICT', 'NOT_FOUND'],
  describe:
    () =>
    ({ body: { dryRun } }) => ({ targets: { dryRun: String(dryRun) } }),
  handler:
    ({ clients }) =>
    async ({ params, body: { from, to, dryRun }, ctx }) => {
      await getCompany(clients, params);
      const { rename, ...places } = await clients.funnelAdmin.renameTag(
        { handle: params.handle, from, to, dryRun },
        { timeoutMs: TIMEOUT_MS.apply },
      );
      if (rename) ctx.state.audit?.add({ changed: ['tags'] });
      return sendJson(200, { ...places, undo: rename ?? null });
    },
});

const undoTagRename = route({
  ...shared,
  path: `${RENAME}/undo`,
  id: 'undoTagRename',
  summary: 'Undo a rename of a tag',
  description:
    'Gives everything that the rename changed what it had before, also where tags were merged. The body is `undo` of its answer. ' +
    'CONFLICT: something of it has changed since; nothing was undone.',
  body: jsonBody({
    schema: tagRenameUndo,
    schemaId: 'TagRenameUndo',
    examples: { undo: tagRenameUndoExample },
    refused: 'Nothing was undone',
    maxBytes: MAX_UNDO_BYTES,
  }),
  answers: {
    200: json('What changed.', 'UndoneTagRename', {
      undone: { changed: ['tagging', 'funnels/beauty/published'] },
    }),
  },
  errors: ['INVALID_BLUEPRINT', 'CONFLICT', 'NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      await getCompany(clients, params);
      const { changed } = await clients.funnelAdmin.undoTagRename(
        { handle: params.handle, rename: body },
        { timeoutMs: TIMEOUT_MS.apply },
      );
      ctx.state.audit?.add({ changed });
      return sendJson(200, { changed });
    },
});

/** docs/management.md "Renaming a tag". */
export const tagRenames = [renameTag, undoTagRename];
