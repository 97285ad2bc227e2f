import { deflateSync } from 'node:zlib';

const MIB = 1024 * 1024;
/** Bytes reserved for a funnel id in addition to the members. */
const MEMBERS_BYTES = 4 * MIB - 128;

/** The longest text of `start`, as many `unit` as fit, and `end`. */
const filled = (start: string, unit: string, end: string, bytes = MEMBERS_BYTES): string => {
  const room = bytes - Buffer.byteLength(start + end);
  return start + unit.repeat(Math.floor(room / Buffer.byteLength(unit))) + end;
};

const rows = (count: number, key: string) => JSON.stringify(Array(count).fill({ stepId: 1, selectedKey: key }));

/** A PNG of 2 MiB that is made of chunks without content. */
function pngOfChunks(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const size = Buffer.from([0, 0, 0, 64, 0, 0, 0, 64, 8, 0, 0, 0, 0]);
  const image = chunk('IDAT', deflateSync(Buffer.alloc(65 * 64)));
  const empty = Buffer.alloc(2 * MIB - 1_024, chunk('teXt', Buffer.alloc(0)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const filler = empty.subarray(0, empty.length - (empty.length % 12));
  return Buffer.concat([signature, chunk('IHDR', size), filler, image, chunk('IEND', Buffer.alloc(0))]);
}

/**
 * Members of a JSON object by kind of body: submissions at each limit of size, values, depth, keys, numbers, texts, rows
 * and selfies, honest and hostile.
 */
export const SUBMISSION_BODIES: Record<string, () => string> = {
  'empty objects in a list': () => filled('"a":[{}', ',{}', ']'),
  'short keys': () => Array.from({ length: 320_000 }, (_, index) => `"k${index}":1`).join(),
  '9,900 unknown fields': () => Array.from({ length: 9_900 }, (_, i) => `"k${i}${'x'.repeat(380)}":1`).join(),
  '9,900 values, 31 deep': () => `"a":${'['.repeat(30)}${'1,'.repeat(9_900)}1${']'.repeat(30)}`,
  'a key of 4 MiB': () => filled('"', 'aB_', '":1'),
  'an unknown text of escaped quotes': () => filled('"x":"', '\\"', '"'),
  'an unknown text of emoji': () => filled('"x":"', '😀', '"'),
  'a known text of line breaks': () => filled('"queryString":"', '\\n', '"'),
  'a known text of emoji': () => filled('"firstName":"', '😀', '"'),
  'a number of 4 million digits': () => filled('"x":', '9', ''),
  'numbers with huge exponents': () => `"x":[1${`,1e${'9'.repeat(400)}`.repeat(9_900)}]`,
  'quotes without JSON': () => filled('', '"', ''),
  '3,300 rows': () => `"selectionValues":${rows(3_300, 'a')}`,
  '3,300 rows with long keys': () => `"selectionValues":${rows(3_300, 'ä'.repeat(600))}`,
  'one row with a key of 4 MiB': () => filled('"selectionValues":[{"stepId":1,"selectedKey":"', '\\n', '"}]'),
  'a selfie of 2 MiB that is no picture': () =>
    `"selfie":"data:image/jpeg;base64,${Buffer.alloc(2 * MIB, 7).toString('base64')}"`,
  'a selfie of 175,000 PNG chunks': () => `"selfie":"data:image/png;base64,${pngOfChunks().toString('base64')}"`,
  'a selfie of 4 MiB that is no base64': () => filled('"selfie":"data:image/png;base64,', '!', '"'),
};

const EVENT_BYTES = 64 * 1024;

/** Bodies of POST events by kind. */
export const EVENT_BODIES: Record<string, () => string> = {
  '50 wrong events': () => JSON.stringify({ analysisId: 'x', events: Array(50).fill({ a: 'x'.repeat(1_000) }) }),
  '9,900 unknown fields': () => `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join()}}`,
  'empty objects in a list': () => filled('{"events":[{}', ',{}', ']}', EVENT_BYTES),
};

const ones = (count: number) => `[1${',1'.repeat(count - 1)}]`;

/** Company files by kind: media type and text. */
export const BLUEPRINT_BODIES: Record<string, () => [type: string, text: string]> = {
  '150,000 wrong funnels': () => ['application/json', `{"funnels":${ones(150_000)}}`],
  '15 million values (30 MB)': () => ['application/json', `{"funnels":${ones(15_000_000)}}`],
  '1.9 million wrong tags': () => ['application/json', `{"tagging":{"products":{"a":${ones(1_900_000)}}}}`],
  'YAML of 65 kB': () => ['application/yaml', `domains: [${'[],'.repeat(21_000)}1]`],
  'YAML of 4 kB': () => ['application/yaml', `domains: [${'[],'.repeat(1_350)}1]`],
};
