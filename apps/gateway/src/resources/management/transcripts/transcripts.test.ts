import { ServiceError } from '@svc/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLATFORM_TOKEN, startGateway, type TestGateway } from '../../../testing/start-gateway.js';

const AT = new Date('2026-11-24T10:04:00Z');
const ID = 'ab'.repeat(32);
const transcript = { transcriptId: ID, createTime: AT, lastTurnTime: AT, turns: 2, unanswered: 1, hasAnalysis: false };
const summary = {
  ...{ id: ID, createdAt: AT.toISOString(), lastMessageAt: AT.toISOString() },
  ...{ turns: 2, unanswered: 1, hasAnalysis: false },
};

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({
    handlers: {
      funnelAdmin: { getCompany: async () => ({ companyId: 'company-1' }) as never },
      transcripts: {
        listTranscripts: async () => ({ transcripts: [transcript], nextPageToken: 'next' }),
        getTranscript: async ({ transcriptId }) => {
          if (transcriptId !== ID) throw new ServiceError('NOT_FOUND', 'No such conversation.');
          return { transcript, messages: [{ createTime: AT, text: 'Is it vegan?', blocks: [] }] };
        },
        deleteTranscript: async () => ({}),
        listUnansweredQuestions: async () => ({ questions: [{ text: 'Is it vegan?', count: 3, lastTime: AT }] }),
      },
    },
  });
});
afterAll(() => gateway.stop());

const ask = (path: string, method = 'GET') =>
  gateway.ask(`/api/admin/v1/companies/glow/chat${path}`, {
    method,
    headers: { authorization: `Bearer ${PLATFORM_TOKEN}` },
  });
const sent = (name: string) => gateway.services.calls[name]?.at(-1);

describe('conversations of a company (docs/chat.md T9)', () => {
  it('are listed in pages, also those without an answer only', async () => {
    const { json } = await ask('/threads?limit=1&unanswered=true');
    expect([json.data, json.nextCursor]).toEqual([[summary], 'next']);
    expect(sent('listTranscripts')).toMatchObject({ companyId: 'company-1', pageSize: 1, unansweredOnly: true });
    await ask('/threads');
    expect(sent('listTranscripts')).toMatchObject({ unansweredOnly: false, text: '' });
    await ask(`/threads?text=${encodeURIComponent('  Rot & Matt ')}`);
    expect(sent('listTranscripts')).toMatchObject({ text: 'Rot & Matt' });
  });

  it('are read and erased by the id that the company has', async () => {
    const { json } = await ask(`/threads/${ID}`);
    expect(json).toEqual({
      ...summary,
      messages: [{ createdAt: AT.toISOString(), text: 'Is it vegan?', blocks: [] }],
    });
    expect((await ask(`/threads/${'cd'.repeat(32)}`)).status).toBe(404);
    expect((await ask(`/threads/${ID}`, 'DELETE')).status).toBe(204);
    expect(sent('deleteTranscript')).toMatchObject({ companyId: 'company-1', transcriptId: ID });
  });

  it('questions without an answer are those of the last days', async () => {
    const { json } = await ask('/unanswered?days=7');
    expect(json).toEqual({ data: [{ text: 'Is it vegan?', count: 3, lastAt: AT.toISOString() }], nextCursor: null });
    const { fromTime } = sent('listUnansweredQuestions') as { fromTime: Date };
    expect((Date.now() - fromTime.getTime()) / 86_400_000).toBeCloseTo(7, 2);
  });

  it.each([
    '/unanswered?days=0',
    '/unanswered?days=91',
    '/threads?unanswered=no',
    '/threads?text=%20a%20',
    `/threads?text=${'a'.repeat(101)}`,
  ])('refuses %s', async (path) => {
    const { status, json } = await ask(path);
    expect([status, json.error]).toEqual([400, 'INVALID_QUERY']);
  });
});
