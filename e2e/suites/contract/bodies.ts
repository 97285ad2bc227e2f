import { beforeAll, describe, expect, it } from 'vitest';
import { type ContractApi, refusal } from '../../support/contract-api.js';
import { COMPLETE, contractCompany } from '../../support/contract-company.js';
import { type Answer, send } from '../../support/http.js';
import { dataUrl, gif, JPEG, png, WEBP } from '../../support/pictures.js';
import { head, sendRaw } from '../../support/raw-http.js';

const MIB = 1024 * 1024;

/** What a create may carry: media type, JSON, size, selfie. docs/contract.md C18, C8.5, C3, C8.6. */
export function bodies(contract: () => ContractApi): void {
  describe('the body of POST /api/v1/analyses', () => {
    let api: ContractApi;
    let key: string;
    let funnelId: string;

    beforeAll(async () => {
      api = contract();
      const applied = await api.apply('contract', contractCompany());
      funnelId = applied.funnels.all.id;
      key = await api.management.createKey('contract');
    });

    const complete = (changes: object = {}) => ({ funnelId, ...COMPLETE, ...changes });
    const headLines = (...lines: string[]) =>
      head('POST /api/v1/analyses HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${key}`, ...lines);

    describe('media type', () => {
      it.each([
        ['text/plain', {}],
        ['application/x-www-form-urlencoded', {}],
        ['multipart/form-data; boundary=x', {}],
        ['application/jsonp', {}],
        ['application/json; charset=utf-16', {}],
        ['application/json; charset=iso-8859-1', {}],
        ['', {}],
        ['application/json', { 'content-encoding': 'gzip' }],
        ['application/json', { 'content-encoding': 'br' }],
      ])('%j %j is 415 UNSUPPORTED_MEDIA_TYPE', async (type, headers) => {
        const answer = await api.create(key, JSON.stringify(complete()), {
          headers: { authorization: `Bearer ${key}`, 'content-type': type, ...headers },
        });
        expect(refusal(answer)).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      });

      it('a missing Content-Type is 415, with and without a body', async () => {
        for (const body of ['{}', '']) {
          const answer = await sendRaw(api.origin, [headLines(`Content-Length: ${body.length}`) + body]);
          expect([answer.status, answer.body.error]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
        }
      });

      it.each([
        'application/json',
        'Application/JSON',
        'application/json; charset=utf-8',
        'application/json;charset="UTF-8"',
      ])('%s is JSON', async (type) => {
        const answer = await api.create(key, JSON.stringify(complete()), {
          headers: { authorization: `Bearer ${key}`, 'content-type': type },
        });
        expect(answer.status).toBe(200);
      });
    });

    describe('JSON', () => {
      const nested = (depth: number) =>
        `{"funnelId":${JSON.stringify(funnelId)},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const withText = (text: string) => JSON.stringify(complete()).replace('"Secretia"', text);

      it.each(['', ' ', 'null', '[]', '[{}]', '"x"', '7', 'true', '{', '{}x', "{'a':1}", '{"a":1,}', 'NaN', '\ufeff'])(
        '%j is 400 INVALID_JSON: not a JSON object',
        async (body) => {
          expect(refusal(await api.create(key, body))).toEqual([400, 'INVALID_JSON']);
        },
      );

      it.each([
        ['a NUL in a value', () => withText('"a\\u0000b"')],
        ['a NUL in a key', () => withText('"x","a\\u0000b":1,"z":"x"')],
        ['a lone high surrogate', () => withText('"\\ud83d"')],
        ['a lone low surrogate', () => withText('"\\ude00x"')],
        ['surrogates in the wrong order', () => withText('"\\ude00\\ud83d"')],
        ['a lone surrogate in a key', () => withText('"x","\\ud83d":1,"z":"x"')],
        ['a raw control character', () => withText('"a\tb"')],
        ['__proto__', () => withText('"x","__proto__":{"isPreview":true},"z":1')],
        ['__proto__ in escapes', () => withText('"x","\\u005f_proto__":{},"z":1')],
        ['__proto__ deep inside', () => withText('"x","a":[{"b":{"__proto__":1}}],"z":1')],
        ['33 levels', () => nested(32)],
        ['50,000 levels', () => nested(50_000)],
        ['33 levels by objects', () => `{"funnelId":"x","a":${'{"a":'.repeat(32)}1${'}'.repeat(32)}}`],
      ])('%s is 400 INVALID_JSON', async (_name, body) => {
        expect(refusal(await api.create(key, body()))).toEqual([400, 'INVALID_JSON']);
      });

      it.each([
        ['a stray byte', [0xff]],
        ['an overlong slash', [0xc0, 0xaf]],
        ['an encoded surrogate', [0xed, 0xa0, 0x80]],
        ['a cut-off character', [0xe2, 0x82]],
        ['beyond U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
      ])('invalid UTF-8, %s, is 400 INVALID_JSON', async (_name, bytes) => {
        const [before, after] = JSON.stringify(complete()).split('Secretia') as [string, string];
        const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
        expect(refusal(await api.create(key, body))).toEqual([400, 'INVALID_JSON']);
      });

      it('32 levels, pairs of surrogates, brackets inside strings and a byte order mark are fine', async () => {
        for (const body of [
          nested(31),
          withText('"\\ud83d\\ude00 😀"'),
          withText(`"${'[{'.repeat(100)}"`),
          `\ufeff${withText('"x"')}`,
        ]) {
          expect((await api.create(key, body)).status, body.slice(0, 60)).toBe(200);
        }
      });
    });

    describe('values', () => {
      it.each([
        ['empty objects in a list', () => `{"a":[{}${',{}'.repeat(1_300_000)}]}`],
        ['keys', () => JSON.stringify(Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`k${i}`, 1])))],
        [
          'rows',
          () => JSON.stringify(complete({ selectionValues: Array(3_400).fill({ stepId: 20, selectedKey: 'dry' }) })),
        ],
      ])('more than 10,000 of them, %s, are 400 INVALID_JSON', async (_name, body) => {
        const answer = await api.create(key, body());
        expect(refusal(answer)).toEqual([400, 'INVALID_JSON']);
        expect(answer.body.message).toBe('The body must hold at most 10,000 values.');
      });
    });

    describe('size', () => {
      /** A body of exactly so many bytes. */
      const sized = (bytes: number) => {
        const start = JSON.stringify(complete({ filler: '' })).slice(0, -2);
        return `${start}${'a'.repeat(bytes - start.length - 2)}"}`;
      };
      const chunked = function* (body: string, size = 65_536) {
        yield headLines('Content-Type: application/json', 'Transfer-Encoding: chunked');
        for (let at = 0; at < body.length; at += size) {
          const piece = body.slice(at, at + size);
          yield `${piece.length.toString(16)}\r\n${piece}\r\n`;
        }
        yield '0\r\n\r\n';
      };

      it('of exactly 4,194,304 bytes is accepted, with Content-Length and chunked', async () => {
        expect((await api.create(key, sized(4 * MIB))).status).toBe(200);
        expect((await sendRaw(api.origin, chunked(sized(4 * MIB)))).status).toBe(200);
      });

      it('of one byte more is 413 REQUEST_TOO_LARGE, with Content-Length and chunked', async () => {
        expect(refusal(await api.create(key, sized(4 * MIB + 1)))).toEqual([413, 'REQUEST_TOO_LARGE']);
        const answer = await sendRaw(api.origin, chunked(sized(4 * MIB + 1)));
        expect(refusal(answer as unknown as Answer)).toEqual([413, 'REQUEST_TOO_LARGE']);
      });

      it('that is refused has CORS headers, so that a browser’s script can read why', async () => {
        const { headers } = await api.create(key, sized(4 * MIB + 1));
        expect(headers['access-control-allow-origin']).toBe('*');
      });

      it('that is declared too large is answered before it is sent', async () => {
        const answer = await sendRaw(api.origin, [
          headLines('Content-Type: application/json', `Content-Length: ${64 * MIB}`),
        ]);
        expect(refusal(answer as unknown as Answer)).toEqual([413, 'REQUEST_TOO_LARGE']);
        expect(answer.closed).toBe(true);
      });

      it('that never ends is answered while it is being read, at 4 MiB + 1', async () => {
        let sent = 0;
        const answer = await sendRaw(
          api.origin,
          (function* () {
            yield headLines('Content-Type: application/json', 'Transfer-Encoding: chunked');
            for (; sent < 64 * MIB; sent += 65_536) yield `10000\r\n${' '.repeat(65_536)}\r\n`;
          })(),
        );
        expect(refusal(answer as unknown as Answer)).toEqual([413, 'REQUEST_TOO_LARGE']);
        // What the sockets of both ends hold comes on top of what was read.
        expect(sent).toBeLessThan(16 * MIB);
      });

      it('with 100-continue too large gets its 413 instead of 100', async () => {
        const answer = await sendRaw(api.origin, [
          headLines('Content-Type: application/json', `Content-Length: ${4 * MIB + 1}`, 'Expect: 100-continue'),
        ]);
        expect(answer.status).toBe(413);
      });

      it('may be anything that JSON allows: figures that grow when they are written out again', async () => {
        const filler = 'a'.repeat(4 * MIB - 64 * 1024);
        const start = JSON.stringify(complete({ queryString: filler, startedAt: [] })).slice(0, -2);
        const body = `${start}${'1e20,'.repeat(9_900)}1]}`;
        expect(body.length).toBeLessThan(4 * MIB);
        expect(JSON.stringify(JSON.parse(body)).length).toBeGreaterThan(4 * MIB);
        const answer = await api.create(key, body);
        expect(answer.status, answer.text.slice(0, 300)).toBe(200);
      });

      it('that is interrupted, framed wrongly or named twice never stops the service', async () => {
        const start = headLines('Content-Type: application/json', 'Transfer-Encoding: chunked');
        for (const rest of ['ZZ\r\n', '-1\r\n', '5\r\n{}\r\n0\r\n\r\n', 'ffffffffffffffffff\r\n']) {
          expect((await sendRaw(api.origin, [start, rest])).status, rest).toBe(400);
        }
        const gzip = headLines('Content-Type: application/json', 'Transfer-Encoding: gzip, chunked');
        const answer = await sendRaw(api.origin, [`${gzip}2\r\n{}\r\n0\r\n\r\n`]);
        expect([400, 415, 501]).toContain(answer.status);
        expect((await api.create(key, complete())).status).toBe(200);
      });

      it('full of rows, fields or warnings is answered in time and with a bounded answer', async () => {
        const rows = Array.from({ length: 3_300 }, (_, index) => ({ stepId: index + 100, selectedKey: `k${index}` }));
        const fields = Object.fromEntries(Array.from({ length: 9_900 }, (_, index) => [`unknown${index}`, index]));
        for (const body of [complete({ selectionValues: rows }), complete(fields)]) {
          const answer = await api.create(key, body);
          expect(answer.status).toBe(200);
          expect(answer.text.length).toBeLessThan(32 * 1024);
        }
      });
    });

    describe('selfie', () => {
      const submit = (selfie: unknown, changes: object = {}) => api.create(key, complete({ selfie, ...changes }));
      const encoded = (type: string, bytes: Uint8Array) => dataUrl(type, bytes);
      const accepted = async (selfie: unknown, changes: object = {}) => {
        const answer = await submit(selfie, changes);
        expect(answer.status, answer.text.slice(0, 300)).toBe(200);
        return answer.body.payload_warnings;
      };

      it('JPEG, PNG, GIF and WebP are accepted; one that shows no face is ignored without an error', async () => {
        for (const [type, bytes] of Object.entries({ jpeg: JPEG, png: png(64, 64), gif: gif(64, 64), webp: WEBP })) {
          expect(await accepted(encoded(type, bytes)), type).toBeUndefined();
        }
      });

      it.each([
        ['no data URL', 'hello'],
        ['a web address', 'https://cdn.example/selfie.jpg'],
        ['another type', encoded('bmp', JPEG)],
        ['jpg, which is no type', encoded('jpg', JPEG)],
        ['SVG', `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`],
        ['no base64', `data:image/jpeg,${JPEG.toString('latin1').replace(/[^ -~]/g, '')}`],
        ['a parameter', encoded('jpeg', JPEG).replace(';base64', ';charset=utf-8;base64')],
        ['no data', 'data:image/jpeg;base64,'],
        ['white space', encoded('jpeg', JPEG).replace(/(.{80})/, '$1\n')],
        ['white space at the end', `${encoded('jpeg', JPEG)} `],
        [
          'URL-safe letters',
          encoded('jpeg', JPEG).replaceAll('+', '-').replaceAll('/', '_').replace('image_', 'image/'),
        ],
        ['missing padding', encoded('webp', WEBP.subarray(0, 83)).replace(/=+$/, '')],
        ['letters that are none of base64', `${encoded('jpeg', JPEG).slice(0, -4)}!!!!`],
        ['text instead of a picture', encoded('jpeg', Buffer.from('x'.repeat(500)))],
        ['bytes of another type than declared', encoded('png', JPEG)],
        ['a picture cut in the middle', encoded('jpeg', JPEG.subarray(0, 200))],
        ['a PNG without its end', encoded('png', png(300, 300).subarray(0, -12))],
        ['a GIF without its end', encoded('gif', gif(64, 64).subarray(0, -1))],
        ['a WebP that ends early', encoded('webp', WEBP.subarray(0, -4))],
        ['63 pixels wide', encoded('png', png(63, 64))],
        ['63 pixels high', encoded('png', png(64, 63))],
        ['24,000,001 pixels or more', encoded('png', png(6_001, 4_000))],
        ['a bomb', encoded('png', png(16_000, 16_000))],
        ['frames × canvas over 24 megapixels (APNG)', encoded('png', png(1_000, 1_000, { frames: 25 }))],
        ['frames × canvas over 24 megapixels (GIF)', encoded('gif', gif(2_000, 2_000, 7, 8))],
        ['one byte more than 2 MiB', encoded('png', png(64, 64, { bytes: 2 * MIB + 1 }))],
      ])('%s: 400 INVALID_SELFIE', async (_name, selfie) => {
        expect(refusal(await submit(selfie))).toEqual([400, 'INVALID_SELFIE']);
      });

      it('exactly 2 MiB, exactly 24 megapixels and exactly 64 pixels are accepted', async () => {
        expect(await accepted(encoded('png', png(64, 64, { bytes: 2 * MIB })))).toBeUndefined();
        expect(await accepted(encoded('png', png(6_000, 4_000)))).toBeUndefined();
        expect(await accepted(encoded('gif', gif(64, 64, 24)))).toBeUndefined();
      });

      it('with ageRange UNDER_16 is not analyzed, with a warning; a broken one is refused nevertheless', async () => {
        expect(await accepted(encoded('jpeg', JPEG), { ageRange: 'under_16' })).toEqual([
          'selfie was not analyzed because ageRange is UNDER_16.',
        ]);
        expect(refusal(await submit(encoded('jpeg', JPEG.subarray(0, 200)), { ageRange: 'UNDER_16' }))).toEqual([
          400,
          'INVALID_SELFIE',
        ]);
      });

      it('in parallel all are checked, or answered 503 with Retry-After, never a 500', async () => {
        const body = complete({ selfie: encoded('png', png(2_000, 2_000)) });
        const answers = await Promise.all(Array.from({ length: 24 }, () => api.createOnce(key, body)));
        for (const { status, headers } of answers) {
          expect([200, 503]).toContain(status);
          if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        }
        expect(answers.some(({ status }) => status === 200)).toBe(true);
      });

      it('is not needed: other answers are saved without one', async () => {
        const answer = await send(api.origin, '/api/v1/analyses', {
          headers: { authorization: `Bearer ${key}` },
          body: complete(),
        });
        expect(answer.status).toBe(200);
      });
    });
  });
}
