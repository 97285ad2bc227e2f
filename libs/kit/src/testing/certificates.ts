import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate and its private key, PEM. */
export interface TestCertificate {
  cert: string;
  key: string;
}

/** An authority of a test, and what it signs. */
export interface TestAuthority {
  /** Its own certificate, PEM. */
  ca: string;
  /**
   * @param names - DNS names, and IPv4 addresses, for which the certificate is valid.
   * @param options.validUntil - default: in a day.
   */
  issue(names: readonly string[], options?: { validUntil?: Date }): TestCertificate;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** X.509 certificates for tests, made here, so that none expires in the repository and no key is kept there. */
export function createTestAuthority(): TestAuthority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = toName(`test-${randomBytes(4).toString('hex')}`);
  const make = (publicKey: KeyObject, name: Buffer, validUntil: Date, extension: Buffer) => {
    const body = sequence(
      tag(0xa0, integer(2)),
      integer(randomBytes(8).readUInt32BE() + 1),
      ECDSA_SHA256,
      subject,
      sequence(toTime(new Date(validUntil.getTime() - 400 * DAY_MS)), toTime(validUntil)),
      name,
      publicKey.export({ type: 'spki', format: 'der' }),
      tag(0xa3, sequence(extension)),
    );
    const signature = tag(0x03, Buffer.from([0]), sign('sha256', body, keys.privateKey));
    return toPem(sequence(body, ECDSA_SHA256, signature));
  };
  const isAuthority = sequence(oid('551d13'), TRUE, tag(0x04, sequence(TRUE)));
  return {
    ca: make(keys.publicKey, subject, new Date(Date.now() + DAY_MS), isAuthority),
    issue(names, { validUntil = new Date(Date.now() + DAY_MS) } = {}) {
      const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const alternatives = sequence(oid('551d11'), tag(0x04, sequence(...names.map(toAlternativeName))));
      return {
        cert: make(createPublicKey(privateKey), toName(names[0] ?? ''), validUntil, alternatives),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      };
    },
  };
}

/** DER: a tag, the length of its content, and the content. */
function tag(number: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const header = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([number, ...header]), content]);
}

const sequence = (...parts: Uint8Array[]): Buffer => tag(0x30, ...parts);
const oid = (hex: string): Buffer => tag(0x06, Buffer.from(hex, 'hex'));
const TRUE = tag(0x01, Buffer.from([0xff]));
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));

function integer(value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  const first = bytes.findIndex((byte, index) => byte !== 0 || index === 4);
  // A leading zero keeps the number positive.
  return tag(0x02, bytes.subarray((bytes[first] as number) > 127 ? first - 1 : first));
}

const toName = (commonName: string): Buffer =>
  sequence(tag(0x31, sequence(oid('550403'), tag(0x0c, Buffer.from(commonName)))));

/** GeneralizedTime: `20261123040000Z`. */
const toTime = (time: Date): Buffer => tag(0x18, Buffer.from(`${time.toISOString().replace(/[-:T]|\..*/g, '')}Z`));

function toAlternativeName(name: string): Buffer {
  const isAddress = /^\d+(\.\d+){3}$/.test(name);
  return isAddress ? tag(0x87, Buffer.from(name.split('.').map(Number))) : tag(0x82, Buffer.from(name));
}

const toPem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
