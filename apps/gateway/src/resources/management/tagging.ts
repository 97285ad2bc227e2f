import { TIMEOUT_MS } from '../../clients.js';
import { json, jsonContent, sendJson, toBuffer } from '../../route/answer.js';
import { deferred, documentBody } from '../../route/body.js';
import { route } from '../../route/route.js';
import { runDocumentTask } from './documents/run-document-task.js';
import { COMPANY, company, getCompany, management } from './management.js';
import { changedTaggingExample, taggingChangeExample } from './tagging-examples.js';

/** 20,000 operations with long ids and a few tags each. */
const MAX_BYTES = 16 * 1024 * 1024;

const changeTagging = route({
  ...management,
  method: 'PATCH',
  path: `${COMPANY}/tagging`,
  id: 'changeTagging',
  permission: 'manage:tagging.write',
  summary: 'Add and remove tags of products and variants',
  description:
    'Applies operations to the tagging in force, in their order, all of them or none, as a new version of the settings. Tags of the ' +
    'catalog stay: tagging only adds. It needs no If-Match: callers who tag different things never conflict, and repeating a request ' +
    'changes nothing. Ids that the catalog does not have are accepted with a warning.',
  params: company,
  body: deferred(
    documentBody({
      content: jsonContent('TaggingChange', { tags: taggingChangeExample }),
      maxBytes: MAX_BYTES,
      errors: ['INVALID_JSON', 'INVALID_REQUEST'],
      parse: (bytes) => runDocumentTask('tagging', { bytes }),
    }),
  ),
  answers: { 200: json('What it did.', 'ChangedTagging', { changed: changedTaggingExample }) },
  errors: ['NOT_FOUND'],
  handler:
    ({ clients }) =>
    async ({ params, body, ctx }) => {
      await getCompany(clients, params);
      const request = { handle: params.handle, operationsJson: toBuffer(await body()) };
      const answer = await clients.funnelAdmin.changeTagging(request, { timeoutMs: TIMEOUT_MS.apply });
      const changed = answer.settingsVersion === answer.previousVersion ? [] : ['tagging'];
      ctx.state.audit?.add({ targets: { version: String(answer.settingsVersion) }, changed });
      return sendJson(200, answer);
    },
});

/** Tags that the merchant adds to those of the catalog. docs/management.md "Tagging". */
export const tagging = [changeTagging];
