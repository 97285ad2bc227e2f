import { randomBytes } from 'node:crypto';
import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import pg from 'pg';

/** A text that occurs nowhere by chance. */
export const newMarker = (): string => `PLANTED-${randomBytes(18).toString('hex')}-MARKER`;

/** Every form in which bytes that hold the marker could have been kept: as they are, in base64 (each alignment), in hex. */
export function listEncodings(marker: string): string[] {
  const base64 = [0, 1, 2].map((shift) => {
    const encoded = Buffer.from('x'.repeat(shift) + marker).toString('base64');
    // Without the characters at the edges, which depend on the neighbors.
    return encoded.slice(shift === 0 ? 0 : 4, Math.floor((shift + marker.length) / 3) * 4);
  });
  const hex = Buffer.from(marker).toString('hex');
  return [marker, ...base64, hex, hex.toUpperCase()];
}

/** Which forms of the marker stand in these bytes. */
export const foundIn = (bytes: Buffer | string, marker: string): string[] => {
  const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
  return listEncodings(marker).filter((form) => text.includes(form));
};

/** The JPEG with the marker in a comment segment, many times, so that no buffer boundary hides it. */
export function withJpegComment(jpeg: Buffer, marker: string, times = 200): Buffer {
  const comment = Buffer.from(marker.repeat(times), 'latin1');
  const segment = Buffer.alloc(4);
  segment.writeUInt16BE(0xfffe, 0);
  segment.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), segment, comment, jpeg.subarray(2)]);
}

/** The PNG with the marker in a text chunk. */
export function withPngText(png: Buffer, marker: string): Buffer {
  const data = Buffer.concat([Buffer.from('tEXtComment\0', 'latin1'), Buffer.from(marker, 'latin1')]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length - 4);
  checksum.writeUInt32BE(crc32(data));
  const end = png.length - 12;
  return Buffer.concat([png.subarray(0, end), length, data, checksum, png.subarray(end)]);
}

/** Every row of every table as text, and the folder that the server keeps its files in, brought up to date. */
export async function dumpDatabase(url: string): Promise<{ rows: string; files: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
       where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema'`,
    );
    const rows: string[] = [];
    for (const { name } of tables.rows) {
      const { rows: found } = await client.query<{ text: string }>(`select row(t.*)::text as text from ${name} as t`);
      rows.push(name, ...found.map(({ text }) => text));
    }
    await client.query('checkpoint');
    const { rows: settings } = await client.query<{ data_directory: string }>('show data_directory');
    return { rows: rows.join('\n'), files: settings[0]?.data_directory as string };
  } finally {
    await client.end();
  }
}

/** How many rows a query has. */
export async function count(url: string, query: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Files below a folder that hold a form of the marker. */
export function filesWith(folder: string, marker: string): string[] {
  const entries: Dirent[] = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => foundIn(readOrNothing(path), marker).length > 0);
}

/** A file may go while others are read. */
function readOrNothing(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

export interface RedisWatch {
  /** Everything that any client sent since the watch began. */
  seen(): string;
  /** Every key with its value. */
  dump(): Promise<string>;
  send(...words: string[]): Promise<string>;
  stop(): void;
}

/** Watches every command that a Redis takes (MONITOR). */
export async function watchRedis(port: number): Promise<RedisWatch> {
  const monitor = await open(port);
  let seen = '';
  monitor.on('data', (chunk) => {
    seen += chunk.toString('latin1');
  });
  monitor.write('MONITOR\r\n');
  const commands = await open(port);
  const send = (...words: string[]): Promise<string> =>
    new Promise((resolve) => {
      let reply = '';
      const take = (chunk: Buffer) => {
        reply += chunk.toString('latin1');
        if (!reply.endsWith('\r\n')) return;
        commands.off('data', take);
        resolve(reply);
      };
      commands.on('data', take);
      commands.write(`*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`);
    });
  return {
    seen: () => seen,
    send,
    async dump() {
      const keys = (await send('KEYS', '*')).split('\r\n').filter((line) => line !== '' && !/^[*$]/.test(line));
      const values = [];
      for (const key of keys) values.push(key, await send('DUMP', key));
      return values.join('\n');
    },
    stop() {
      monitor.destroy();
      commands.destroy();
    },
  };
}

const open = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(socket));
    socket.once('error', reject);
  });
