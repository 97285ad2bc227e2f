import { describe, expect, it } from 'vitest';
import { refusal } from '../../support/contract-api.js';
import { hostileSubmissions } from '../../support/hostile.js';
import { dataUrl, JPEG } from '../../support/pictures.js';
import { MIB, type Submissions, WITH_PAYLOAD } from '../../support/submissions.js';

/** docs/contract.md C14. */
export function validation(context: Submissions): void {
  const { submit, complete, getWarnings, deliveries } = context;

  describe('validation is that of v1', () => {
    it.each(['', ' ', 'null', '[]', '"x"', '7', '{', '{"a":"\\u0000"}', '{"__proto__":{}}', '{"a":"\\ud83d"}'])(
      '%j is 400 INVALID_JSON',
      async (body) => {
        expect(refusal(await submit(body))).toEqual([400, 'INVALID_JSON']);
      },
    );

    it.each(['text/plain', 'application/x-www-form-urlencoded', ''])('Content-Type %j is 415', async (type) => {
      const answer = await submit(JSON.stringify(complete()), { headers: { 'content-type': type } });
      expect(refusal(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    });

    it('a body of 4 MiB is read, one of a byte more is 413 REQUEST_TOO_LARGE', async () => {
      const filled = (bytes: number) => {
        const [before, after] = ['{"x":"', '"}'];
        return before + 'x'.repeat(bytes - before.length - after.length) + after;
      };
      expect((await submit(filled(4 * MIB))).status).toBe(200);
      expect(refusal(await submit(filled(4 * MIB + 1)))).toEqual([413, 'REQUEST_TOO_LARGE']);
    });

    it.each(['id', 'analysisId', 'companyId', 'colorType', 'colour_analysis', 'matchedVariants'])(
      '%s must not be sent: 400 INVALID_REQUEST',
      async (field) => {
        const answer = await submit(complete({ [field]: 'LIGHT_SPRING' }));
        expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST']);
        expect(answer.body.details).toContainEqual({ path: `/${field}`, message: expect.any(String) });
      },
    );

    it('what only v1 or the query knows is an unknown field in the body: a warning, never an error', async () => {
      const fields = { funnelId: 'x', createdWithVersionId: 'x', include_webhook_payload: true };
      const answer = await submit(complete(fields));
      expect(answer.body.payload_warnings).toEqual(
        Object.keys(fields).map((field) => `${field} is not a known field and was ignored.`),
      );
      expect(answer.body).not.toHaveProperty('webhook_payload');
    });

    it.each([
      ['no data URL', 'x'],
      ['another type than it says', dataUrl('png', JPEG)],
      ['cut off', dataUrl('jpeg', JPEG.subarray(0, -20))],
      ['larger than 2 MiB', dataUrl('jpeg', Buffer.concat([JPEG, Buffer.alloc(2 * MIB)]))],
    ])('a selfie that is %s is 400 INVALID_SELFIE; nothing is stored or delivered', async (_what, selfie) => {
      const before = await deliveries();
      expect(refusal(await submit(complete({ selfie })))).toEqual([400, 'INVALID_SELFIE']);
      expect(await deliveries()).toEqual(before);
    });

    it('unusable values are dropped with a warning each; numbers are skin colors; letter case does not count', async () => {
      expect(await getWarnings(complete({ skinColor: 3, hairColor: 'brown', selfie: null, source: null }))).toEqual([]);
      const warnings = await getWarnings(
        complete({ eyeColor: 'PINK', selectionValues: 'x', startedAt: 'now', selfieSource: 'MIRROR' }),
      );
      for (const field of ['eyeColor', 'selectionValues', 'startedAt', 'selfieSource']) {
        expect(warnings.join('\n')).toContain(field);
      }
    });

    it('whatever the values are, the answer is 200 or a listed refusal: never a 5xx', async () => {
      const refusals = ['INVALID_REQUEST', 'INVALID_JSON', 'INVALID_SELFIE'];
      const bodies = hostileSubmissions('x', 100);
      for (let at = 0; at < bodies.length; at += 10) {
        const answers = await Promise.all(bodies.slice(at, at + 10).map((body) => submit(body, WITH_PAYLOAD)));
        for (const answer of answers) {
          if (answer.status === 200) expect(answer.body.id).toMatch(/^[0-9A-Za-z]{22,}$/);
          else expect(refusals, answer.text).toContain(refusal(answer)[1]);
        }
      }
    });

    it('no warning and no error echoes contact data', async () => {
      const secrets = { email: ['secret.person@mail.example'], hairColor: 'Secretia', '+49 151 555555': 1 };
      const answers = [await submit(complete(secrets)), await submit(complete({ ...secrets, id: 'Secretia' }))];
      expect(answers.map(({ status }) => status)).toEqual([200, 400]);
      for (const { text } of answers) expect(text).not.toMatch(/secretia|secret\.person|555555/i);
    });
  });
}
