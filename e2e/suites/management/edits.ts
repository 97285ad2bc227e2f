import { describe, expect, it } from 'vitest';
import { send } from '../../support/http.js';
import { buildCatalog, createQuiz, question, type System } from '../../support/quiz.js';

const taste = question(1, { sweet: {}, sour: {} });
const scent = question(2, { strong: {}, none: {} });

/** Edits next to versions: docs/management.md "Editing a funnel", docs/adr/0082-edits-next-to-versions.md. */
export function edits(system: () => System): void {
  const open = async (handle: string) => {
    const quiz = await createQuiz(system(), handle, { catalog: buildCatalog({ a: [] }), steps: [taste] });
    const call = (method: string, path = '', headers: Record<string, string> = {}, body?: unknown) =>
      send(system().origin, `/api/admin/v1/companies/${handle}/funnels/${handle}/edit${path}`, {
        method,
        headers: { authorization: `Bearer ${system().platformToken}`, ...headers },
        body,
      });
    return { ...quiz, edit: call };
  };

  describe('an edit of a funnel', () => {
    it('is saved, read, made a draft of and published; shoppers see it then and not before', async () => {
      const { edit, ...quiz } = await open('edited');
      expect((await edit('GET')).status).toBe(404);
      const first = await edit('PUT', '', { 'if-none-match': '*' }, { parts: { steps: [taste] } });
      expect([first.status, first.body.problems], first.text).toEqual([200, []]);
      const ifMatch = { 'if-match': first.headers.etag as string };
      const second = await edit('PUT', '', ifMatch, { parts: { steps: [taste, scent] } });
      expect(second.status).toBe(200);
      expect((await edit('PUT', '', ifMatch, { parts: { steps: [scent] } })).status).toBe(412);
      const { body, headers } = await edit('GET');
      expect(headers.etag).toBe(second.headers.etag);
      expect(body.parts.steps.map(({ id }: { id: number }) => id)).toEqual([1, 2]);
      expect((await quiz.read()).body).toMatchObject({ version: { number: 1 }, steps: [{ id: 1 }] });
      const listed = await quiz.call('GET', '/funnels');
      expect(listed.body.data[0]).toMatchObject({ draft: null, edit: { revision: body.revision, updatedBy: null } });

      const draft = await edit('POST', '/draft', { 'if-match': headers.etag as string });
      expect([draft.status, draft.body.number], draft.text).toEqual([200, 2]);
      const published = await quiz.call('POST', '/funnels/edited/publish');
      expect([published.status, published.body], published.text).toEqual([200, { id: draft.body.id, number: 2 }]);
      expect((await quiz.read()).body).toMatchObject({ version: { number: 2 }, steps: [{ id: 1 }, { id: 2 }] });
      expect((await edit('GET')).status).toBe(404);
    });

    it('that is unfinished is saved with its problems, which no draft may have', async () => {
      const { edit } = await open('unfinished');
      const saved = await edit(
        'PUT',
        '',
        { 'if-none-match': '*' },
        { parts: { steps: [{ ...taste, selections: [] }] } },
      );
      expect(saved.body.problems).toEqual([{ path: '/steps/0/selections', message: expect.stringMatching(/must/) }]);
      const draft = await edit('POST', '/draft', { 'if-match': saved.headers.etag as string });
      expect([draft.status, draft.body.error, draft.body.details]).toEqual([
        400,
        'INVALID_BLUEPRINT',
        saved.body.problems,
      ]);
      expect((await edit('DELETE', '', { 'if-match': saved.headers.etag as string })).status).toBe(204);
    });
  });
}
