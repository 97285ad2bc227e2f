import { isObject } from '../storage/record-list.js';
import { type Envelope, PROTOCOL_VERSION } from './message-types.js';

/** Reads a payload from an untrusted sender. Undefined: not one of this kind. */
export type Read<T> = (payload: unknown) => T | undefined;
export type Readers<Messages> = { [Type in keyof Messages]: Read<Messages[Type]> };
/** A message of one of the types, with its payload. */
export type Message<Messages> = { [Type in keyof Messages]: { type: Type; payload: Messages[Type] } }[keyof Messages];

const MAX_TEXT = 4_096;
export const MAX_ITEMS = 2_000;

/** The message in an envelope of this protocol; undefined when it is of another type, or not what it should be. */
export function readMessage<Messages>(
  data: unknown,
  readers: Readers<Messages>,
): (Message<Messages> & { embedId: string }) | undefined {
  if (!isEnvelope(data) || !Object.hasOwn(readers, data.type)) return undefined;
  const type = data.type as keyof Messages;
  const payload = readers[type](data.payload);
  return payload === undefined ? undefined : { type, payload, embedId: data.embedId };
}

const isEnvelope = (data: unknown): data is Envelope =>
  isObject(data) &&
  data.svc === 1 &&
  data.v === PROTOCOL_VERSION &&
  isText(data.type) &&
  isText(data.embedId) &&
  data.embedId !== '';

export const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_TEXT;
export const isCount = (value: unknown, max: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;
export const nothing: Read<Record<string, never>> = (payload) => (isObject(payload) ? {} : undefined);
