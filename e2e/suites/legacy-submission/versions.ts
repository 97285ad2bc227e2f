import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/contract-api.js';
import { options, question } from '../../support/contract-company.js';
import { type Submissions, WITH_PAYLOAD } from '../../support/submissions.js';

/** docs/contract.md C14. */
export function versions(context: Submissions): void {
  const { submit, complete, deliveries } = context;

  describe('versions', () => {
    it('an unknown, malformed, empty or foreign versionId is 400 VERSION_NOT_FOUND', async () => {
      for (const id of ['nope', 'A'.repeat(22), '', '%00', context.versions.paused]) {
        expect(refusal(await submit(complete(), { query: `?versionId=${id}` })), id).toEqual([
          400,
          'VERSION_NOT_FOUND',
        ]);
      }
    });

    it('the draft’s id makes a preview: stored, delivered nowhere, and a warning says so', async () => {
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'plain' }] };
      const query = `?versionId=${context.versions.draft}&include_webhook_payload=true`;
      const answer = await submit(body, { query, funnel: 'one' });
      expect(answer.body.payload_warnings).toEqual([expect.stringMatching(/preview.* nothing is delivered/)]);
      expect(answer.body.webhook_payload).toMatchObject({ skin: 'plain' });
      expect(await deliveries(answer.body.id)).toEqual([]);
    });
  });

  describe('versions that are not the published one any more, or not yet', () => {
    const moistened = { ...options('moist')[0], key: 'moist', formerKeys: ['dry'] };

    it('a superseded versionId is taken: answers are migrated, a warning asks for an update, and it is delivered', async () => {
      const steps = [question(1, [moistened, ...options('oily')])];
      await context.api.apply('contract', { funnels: [{ subdomain: 'moving', published: { steps } }] });
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'dry' }] };
      const query = `?versionId=${context.versions.moving}&include_webhook_payload=true`;
      const answer = await submit(body, { query, funnel: 'moving' });
      expect(answer.body.payload_warnings).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^versionId is a superseded version: .*update your integration/),
        ]),
      );
      expect(answer.body.webhook_payload).toMatchObject({ skin: 'moist' });
      expect(await deliveries(answer.body.id)).toHaveLength(1);
    });

    it('a key that only the formerKeys of the published version know is renamed, with a warning', async () => {
      const body = { selectionValues: [{ stepId: 1, selectedKey: 'DRY' }] };
      const answer = await submit(body, { ...WITH_PAYLOAD, funnel: 'moving' });
      expect(answer.body.payload_warnings).toHaveLength(1);
      expect(answer.body.webhook_payload).toMatchObject({ skin: 'moist' });
    });

    it('where nothing is published yet the draft is answered: a preview', async () => {
      const answer = await submit({ selectionValues: [{ stepId: 1, selectedKey: 'dry' }] }, { funnel: 'drafted' });
      expect(answer.body.payload_warnings).toEqual([expect.stringMatching(/preview/)]);
      expect(await deliveries(answer.body.id)).toEqual([]);
    });
  });
}
