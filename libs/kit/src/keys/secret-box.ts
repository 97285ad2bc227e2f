import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { sha256 } from '../util/sha256.js';

/** Encrypts what must not lie in a database as it is: AES-256-GCM, with the id of the key, so that keys can be changed. */
export interface SecretBox {
  /** @param owner - what the secret belongs to; `open` needs the same owner. */
  seal(secret: string, owner: string): Buffer;
  /** @throws Error if the key is not configured, or if the sealed text was changed or belongs to another owner. */
  open(sealed: Buffer, owner: string): string;
  /** Id of the key that encrypts, as `readKeyId` returns it. */
  readonly keyId: string;
}

/**
 * A column whose values a SecretBox has sealed, for the rotation of keys. Each service lists its own.
 * docs/operations.md "Rotation of keys".
 */
export interface SealedColumn {
  /** Variable of the environment that has the keys. */
  variable: string;
  table: string;
  column: string;
  /** Column that identifies a row: text, unique. */
  id: string;
  /** Column with the owner of the secret. */
  owner: string;
}

const KEY_BYTES = 32;
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * @param keys - base64 of 32 bytes each, commas between: the first one encrypts, all decrypt. A name and a colon may precede a key.
 * @returns undefined when they are not.
 */
export function createSecretBox(keys: string): SecretBox | undefined {
  const decoded = keys.split(',').map((key) => decodeKey(key.trim()));
  if (!decoded.every((key) => key !== undefined)) return undefined;
  const byId = new Map(decoded.map((key) => [getKeyId(key).toString('hex'), key]));
  const first = decoded[0] as Buffer;
  return {
    keyId: getKeyId(first).toString('hex'),
    seal(secret, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', first, iv).setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([getKeyId(first), iv, cipher.getAuthTag(), text]);
    },
    open(sealed, owner) {
      const key = byId.get(readKeyId(sealed));
      if (!key) throw new Error('A secret was encrypted with a key that is no longer configured.');
      const iv = sealed.subarray(ID_BYTES, ID_BYTES + IV_BYTES);
      const tag = sealed.subarray(ID_BYTES + IV_BYTES, ID_BYTES + IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      const text = sealed.subarray(ID_BYTES + IV_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}

/** Id of the key that a secret was sealed with: 8 hexadecimal characters, of the key's hash. */
export const readKeyId = (sealed: Buffer): string => sealed.subarray(0, ID_BYTES).toString('hex');

const getKeyId = (key: Buffer): Buffer => sha256(key).subarray(0, ID_BYTES);

/** A name that an operator gives to a key; what is stored has the id that is made of the key itself. */
const NAME = /^[\w.-]+:/;

function decodeKey(named: string): Buffer | undefined {
  const text = named.replace(NAME, '');
  const key = Buffer.from(text, 'base64');
  return key.length === KEY_BYTES && key.toString('base64') === text ? key : undefined;
}
