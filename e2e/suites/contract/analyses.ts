import { beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal } from '../../support/contract-api.js';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { hostileSubmissions } from '../../support/hostile.js';
import { send } from '../../support/http.js';
import { dataUrl, JPEG } from '../../support/pictures.js';

/** docs/contract.md C9, C8; C4.3, C5.4 and C11.1 for what errors and log lines must not hold. */
export function analyses(contract: () => ContractApi): void {
  describe('POST /api/v1/analyses', () => {
    let api: ContractApi;
    let key: string;
    let all: string;
    let one: string;

    beforeAll(async () => {
      api = contract();
      const applied = await api.apply('contract', contractCompany());
      [all, one] = [applied.funnels.all.id, applied.funnels.one.id];
      key = await api.management.createKey('contract');
    });

    const complete = (changes: object = {}) => ({ funnelId: all, ...COMPLETE, ...changes });
    /** Sends a submission that has to succeed; answers its warnings. */
    const getWarnings = async (body: object): Promise<string[]> => {
      const answer = await api.create(key, body);
      expect(answer.status, answer.text).toBe(200);
      const { payload_warnings: warnings = [], ...rest } = answer.body;
      expect(Object.keys(rest)).toEqual(['id', 'funnelVersionId', 'isPreview']);
      if ('payload_warnings' in answer.body) expect(warnings.length).toBeGreaterThan(0);
      for (const warning of warnings) expect(warning).toMatch(/^\S.*\.$/);
      return warnings;
    };

    describe('the answer', () => {
      it('has id, funnelVersionId and isPreview, and no color type or payload_warnings for a flawless body (C9.10)', async () => {
        const answer = await api.create(key, complete());
        const version = (await api.funnel(key, all)).body.version.id;
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ id: expect.any(String), funnelVersionId: version, isPreview: false });
        expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
        expect(answer.headers['cache-control']).toBe('no-store');
      });

      it('has an unguessable, URL-safe id of at least 128 bits, in no order (C6.6)', async () => {
        const ids = await Promise.all(Array.from({ length: 40 }, () => api.analysis(key, complete())));
        for (const id of ids) expect(id).toMatch(/^[0-9A-Za-z]{22,}$/);
        expect(new Set(ids.map((id) => id.slice(0, 4))).size).toBeGreaterThan(35);
      });

      it('is a new analysis for every call without Idempotency-Key (C1.3, C10.1)', async () => {
        expect(await api.analysis(key, complete())).not.toBe(await api.analysis(key, complete()));
      });
    });

    describe('what is refused', () => {
      it.each([
        ['missing', {}],
        ['null', { funnelId: null }],
        ['empty', { funnelId: '' }],
        ['a number', { funnelId: 7 }],
        ['an array', { funnelId: ['x'] }],
      ])('funnelId %s: 400 INVALID_REQUEST (C9.1)', async (_name, body) => {
        expect(refusal(await api.create(key, body))).toEqual([400, 'INVALID_REQUEST']);
      });

      it('include_webhook_payload in query or body, whatever its value: 400 INVALID_REQUEST (C9.2)', async () => {
        for (const value of [true, false, 'true', 0]) {
          const answer = await api.create(key, complete({ include_webhook_payload: value }));
          expect(refusal(answer), String(value)).toEqual([400, 'INVALID_REQUEST']);
          expect(answer.body.message).toContain('include_webhook_payload');
        }
        for (const query of [
          'include_webhook_payload=true',
          'include_webhook_payload=false',
          'a=b&include_webhook_payload',
        ]) {
          const answer = await send(api.origin, `/api/v1/analyses?${query}`, {
            headers: { authorization: `Bearer ${key}` },
            body: complete(),
          });
          expect(refusal(answer), query).toEqual([400, 'INVALID_REQUEST']);
        }
      });

      it.each([
        'id',
        'analysisId',
        'companyId',
        'colorType',
        'colorAnalysis',
        'analysis_id',
        'company_id',
        'color_type',
        'colourType',
        'ANALYSISID',
        'colorAnalysisResult',
        'matchedVariants',
      ])('%s must not be sent: 400 INVALID_REQUEST (C9.3)', async (field) => {
        const answer = await api.create(key, complete({ [field]: 'LIGHT_SPRING' }));
        expect(refusal(answer)).toEqual([400, 'INVALID_REQUEST']);
        expect(answer.body.message).toContain(field);
        expect(answer.body.details).toContainEqual({ path: `/${field}`, message: expect.any(String) });
      });

      it('an unknown, malformed, empty or foreign createdWithVersionId: 400 VERSION_NOT_FOUND', async () => {
        const foreign = (await api.funnel(key, one)).body.version.id;
        for (const id of ['nope', 'A'.repeat(22), '', '\u0001', 'x'.repeat(3_000), foreign]) {
          expect(refusal(await api.create(key, complete({ createdWithVersionId: id })))).toEqual([
            400,
            'VERSION_NOT_FOUND',
          ]);
        }
      });

      it('an unknown or malformed funnel: 404 NOT_FOUND', async () => {
        for (const funnelId of ['A'.repeat(22), 'nope', '../x', 'é', 'x'.repeat(3_000)]) {
          expect(refusal(await api.create(key, complete({ funnelId })))).toEqual([404, 'NOT_FOUND']);
        }
      });
    });

    describe('values of answer fields', () => {
      it('enum values in any letter case, and null as missing, give no warning', async () => {
        expect(
          await getWarnings(complete({ hairColor: 'mid_Brown', eyeColor: 'green_brown', skinUndertone: 'cool' })),
        ).toEqual([]);
        expect(
          await getWarnings(complete({ selfie: null, source: null, startedAt: null, createdWithVersionId: null })),
        ).toEqual([]);
        expect(await getWarnings(complete({ selfie: '', id: null, companyId: null }))).toEqual([]);
      });

      it.each([1, 2, 3, 4, 5])('skinColor %d is a skin color, from FAIR to DEEP', async (skinColor) => {
        expect(await getWarnings(complete({ skinColor }))).toEqual([]);
      });

      it.each([0, 6, -1, 2.5, '3', 1e300, true, ['FAIR'], {}])(
        'skinColor %j is dropped with a warning',
        async (skinColor) => {
          expect(await getWarnings(complete({ skinColor }))).toEqual([expect.stringMatching(/^skinColor .*dropped/)]);
        },
      );

      it.each([
        ['hairColor', 'PURPLE'],
        ['hairColor', 3],
        ['eyeColor', 'toString'],
        ['skinUndertone', ''],
        ['ageRange', 'BETWEEN_1_AND_2'],
        ['ageRange', false],
        ['eyeColor', ['BLUE']],
      ])('%s %j is dropped with one warning that names it, and not also called missing', async (field, value) => {
        const warnings = await getWarnings(complete({ [field]: value }));
        expect(warnings).toHaveLength(1);
        expect(warnings[0]).toContain(field);
      });

      it.each(['firstName', 'lastName', 'email', 'source', 'queryString', 'startedAt', 'selfieSource', 'selfie'])(
        '%s of a wrong JSON type is dropped with a warning, never an error',
        async (field) => {
          for (const value of [7, true, { a: 1 }, ['x']]) {
            expect(await getWarnings(complete({ [field]: value })), JSON.stringify(value)).toEqual([
              expect.stringContaining(field),
            ]);
          }
        },
      );

      it.each(['now', '2026-02-30T00:00:00Z', '2026-11-21', '1e3', 'infinity', '+275760-09-13T00:00:00Z'])(
        'startedAt %s is no ISO 8601 date-time: dropped with a warning',
        async (startedAt) => {
          expect(await getWarnings(complete({ startedAt }))).toEqual([expect.stringContaining('startedAt')]);
        },
      );

      it('selfieSource is UPLOADED or CAMERA; another string is stored as given, with a warning', async () => {
        expect(await getWarnings(complete({ selfieSource: 'UPLOADED' }))).toEqual([]);
        expect(await getWarnings(complete({ selfieSource: 'CAMERA' }))).toEqual([]);
        expect(await getWarnings(complete({ selfieSource: 'MIRROR' }))).toEqual([
          expect.stringContaining('selfieSource'),
        ]);
      });

      it('unknown fields are a warning each, never an error', async () => {
        const warnings = await getWarnings(
          complete({ favouriteFood: 1, constructor: 2, toString: 'x', hasOwnProperty: null }),
        );
        expect(warnings.join()).toContain('favouriteFood');
        expect(warnings.join()).toContain('constructor');
      });
    });

    describe('selectionValues', () => {
      const rows = (...given: unknown[]) => complete({ selectionValues: given });
      const dry = { stepId: 20, selectedKey: 'dry' };
      const glow = { stepId: 21, selectedKey: 'glow' };

      it('keys match case-insensitively', async () => {
        expect(
          await getWarnings(rows({ stepId: 20, selectedKey: 'DRY' }, { stepId: 21, selectedKey: 'Glow' })),
        ).toEqual([]);
      });

      it('a multi-selection takes one row per chosen option, and a row sent twice counts once', async () => {
        expect(await getWarnings(rows(dry, glow, { stepId: 21, selectedKey: 'calm' }, glow))).toEqual([]);
      });

      it('a single-selection answered twice keeps the first row, and a warning says so', async () => {
        const body = {
          funnelId: one,
          selectionValues: ['dry', 'oily'].map((selectedKey) => ({ stepId: 1, selectedKey })),
        };
        const answer = await api.create(key, body);
        expect(answer.body.payload_warnings).toEqual([expect.stringMatching(/step 1 .*first/)]);
        expect((await api.matches(answer.body.id)).body.matchedVariants).toEqual(['dry-1', 'plain-1']);
      });

      it('that is no array is dropped and warned about', async () => {
        for (const selectionValues of ['x', 7, { stepId: 20, selectedKey: 'dry' }, true]) {
          const warnings = await getWarnings(complete({ selectionValues }));
          expect(warnings[0]).toMatch(/^selectionValues is not an array/);
        }
      });

      it.each([
        ['a stepId as a string', { stepId: '20', selectedKey: 'dry' }, /selectionValues/],
        ['a stepId that is no integer', { stepId: 20.5, selectedKey: 'dry' }, /selectionValues/],
        ['a stepId beyond int4', { stepId: 1e10, selectedKey: 'dry' }, /selectionValues/],
        ['a selectedKey that is no string', { stepId: 20, selectedKey: 7 }, /selectionValues/],
        ['an array instead of an object', [20, 'dry'], /selectionValues/],
        ['a key that the step does not have', { stepId: 20, selectedKey: 'nope' }, /step 20 /],
        ['a caption instead of a key', { stepId: 20, selectedKey: 'Your skin' }, /step 20 /],
        ['a step that the funnel does not have', { stepId: 99, selectedKey: 'x' }, /step 99/],
        ['a built-in step, whose answer is a scalar field', { stepId: 10, selectedKey: 'BROWN' }, /HAIR_COLOR/],
      ])('%s is a warning that names it, and still saves the analysis', async (_name, row, named) => {
        const warnings = await getWarnings(rows(dry, glow, row));
        expect(warnings).toHaveLength(1);
        expect(warnings[0]).toMatch(named);
      });
    });

    describe('missing answers', () => {
      it('give one warning per question, in the words of the contract', async () => {
        expect(await getWarnings({ funnelId: all })).toEqual([
          'hairColor is missing although the funnel has a HAIR_COLOR step.',
          'eyeColor is missing although the funnel has an EYE_COLOR step.',
          'skinColor is missing although the funnel has a SKIN_COLOR step.',
          'skinUndertone is missing although the funnel has a SKIN_UNDERTONE step.',
          'ageRange is missing although the funnel has an AGE step.',
          'firstName, lastName and email are missing although the funnel has an EMAIL step.',
          expect.stringMatching(/selectionValues .*step 20 .*missing/),
          expect.stringMatching(/selectionValues .*step 21 .*missing/),
        ]);
      });

      it('of an EMAIL step warn only when all contact fields are missing', async () => {
        expect(await getWarnings(complete({ email: null, lastName: null }))).toEqual([]);
      });

      it('answers to steps that the funnel does not have are warned about', async () => {
        const selectionValues = [{ stepId: 1, selectedKey: 'dry' }];
        const selfie = dataUrl('jpeg', JPEG);
        const warnings = await getWarnings({ ...COMPLETE, selfie, funnelId: one, selectionValues });
        for (const field of ['hairColor', 'eyeColor', 'skinColor', 'skinUndertone', 'ageRange', 'email', 'selfie']) {
          expect(
            warnings.filter((warning) => warning.includes(field)),
            field,
          ).toHaveLength(1);
        }
      });
    });

    it('whatever the values are, the answer is 200 with sentences, or one of the listed refusals: never a 5xx', async () => {
      const refusals = new Set(['INVALID_REQUEST', 'INVALID_JSON', 'INVALID_SELFIE', 'VERSION_NOT_FOUND']);
      let saved = 0;
      const submit = async (body: Record<string, unknown>) => {
        const answer = await api.create(key, body);
        const shown = JSON.stringify(body).slice(0, 1_000);
        if (answer.status === 200) {
          saved++;
          for (const warning of answer.body.payload_warnings ?? []) expect(warning, shown).toMatch(/^[\w…].*\.$/);
          expect((await api.matches(answer.body.id)).status, shown).toBe(200);
        } else {
          expect(refusal(answer)[0], shown).toBe(400);
          expect(refusals, shown).toContain(answer.body.error);
        }
      };
      const bodies = hostileSubmissions(all, 300);
      for (let at = 0; at < bodies.length; at += 10) await Promise.all(bodies.slice(at, at + 10).map(submit));
      for (const body of bodies.slice(0, 100)) await submit({ ...body, selfie: null, createdWithVersionId: null });
      expect(saved).toBeGreaterThan(80);
    });

    describe('privacy', () => {
      it('no warning and no error echoes what was submitted, contact data least of all (C9.9)', async () => {
        const secrets = {
          firstName: ['Secretia'],
          lastName: { name: 'Hiddenson' },
          email: ['secret.person@mail.example'],
          hairColor: 'secret.person@mail.example',
          startedAt: 'Secretia',
          selfieSource: 'Hiddenson',
          'secret.person@mail.example': 1,
          '+49 151 555555': 1,
          selectionValues: [
            { stepId: 20, selectedKey: 'Secretia' },
            { stepId: 'Hiddenson', selectedKey: 'x' },
          ],
        };
        const accepted = await api.create(key, complete(secrets));
        const forbidden = await api.create(key, complete({ ...secrets, id: 'Secretia' }));
        const broken = await api.create(key, `{"funnelId":"${all}","email":"secret.person@mail.example" "x"}`);
        expect([accepted.status, forbidden.status, broken.status]).toEqual([200, 400, 400]);
        expect(accepted.body.payload_warnings.length).toBeGreaterThanOrEqual(8);
        for (const { text } of [accepted, forbidden, broken]) {
          expect(text).not.toMatch(/secretia|hiddenson|secret\.person|555555/i);
        }
      });

      it('the match result carries no answers, color analysis, selfies or contact fields (docs/contract.md C11.1)', async () => {
        const id = await api.analysis(key, complete({ selfie: dataUrl('jpeg', JPEG) }));
        const answer = await api.matches(id);
        expect(Object.keys(answer.body)).toEqual(['matchedVariants']);
      });

      it('no log line holds a key, a capability id, an e-mail address, a name or a selfie, even at debug level (C5.4, C11.1)', async () => {
        const selfie = dataUrl('jpeg', JPEG);
        const submission = { funnelId: all, ...COMPLETE, selfie, queryString: 'utm=Secretia', source: 'Hiddenson' };
        const own = await api.create(key, submission);
        const idempotent = { 'idempotency-key': 'secret.person@mail.example' };
        const broken = JSON.stringify(submission);
        await api.create(key, submission, { headers: idempotent });
        await api.create(key, submission, { headers: idempotent });
        await api.create(key, { ...submission, source: 'x' }, { headers: idempotent });
        await api.create(key, { ...submission, funnelId: 'nope' });
        await api.create(key, { ...submission, id: 'x' });
        await api.create(key, { ...submission, selfie: selfie.slice(0, -8) });
        // What a parser says about broken text quotes the text around it.
        await api.create(key, broken.replace('"secret.person@mail.example"', 'zq@x.ie'));
        await api.create(key, 'zq@x.ie');
        await api.create(key, broken.replace('Secretia"', 'Secretia'));
        await api.create(key, Buffer.from(`{"email":"secret.person@mail.example\xff"}`, 'latin1'));
        await api.create(key, { ...submission, lastName: 'a\0b' });
        await api.matches(own.body.id);
        await api.matches(own.body.id);
        await api.matches(own.body.id, '?foo=secret.person@mail.example');
        await send(api.origin, `/api/v1/funnels/${all}?key=${key}&email=secret.person@mail.example`);
        await api.management.call('DELETE', '/companies/contract/analyses?email=secret.person@mail.example');

        const log = api.system.output();
        expect(log).toMatch(/"level":"debug"/);
        expect(log).toMatch(/request/);
        const secrets = [
          key,
          key.slice(9, 52),
          own.body.id,
          api.system.platformToken,
          selfie.slice(40, 80),
          'secret.person',
          'Secretia',
          'Hiddenson',
          'zq@x.ie',
        ];
        for (const secret of secrets) {
          const line = log.split('\n').find((text) => text.toLowerCase().includes(secret.toLowerCase()));
          expect(line, secret).toBeUndefined();
        }
      });

      it('errors never carry a stack, an SQL text or a path of the machine (C4.3)', async () => {
        const answers = await Promise.all([
          api.funnel(key, "x'%20or%201=1%20--"),
          api.matches("x'%20or%201=1%20--"),
          api.create(key, { funnelId: "'; drop table analyses" }),
          api.create(key, '{'),
          send(api.origin, '/nowhere'),
        ]);
        for (const { text, status } of answers) {
          expect(status).toBeLessThan(500);
          expect(text).not.toMatch(/ at .*\.js|node_modules|select |insert |\/apps\//i);
        }
      });
    });
  });
}
