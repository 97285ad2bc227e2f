import { connect } from 'node:net';

export interface RawAnswer {
  status: number;
  /** `Name: value`, as sent and in the order sent. */
  headerLines: string[];
  /** By lower-case name; a repeated field is joined with a comma. */
  headers: Record<string, string>;
  text: string;
  body: ReturnType<typeof JSON.parse>;
  /** The server closed the connection, or said that it would. */
  closed: boolean;
}

/**
 * Writes bytes to a connection and reads one answer: for requests that an HTTP client would refuse to make or would tidy
 * up. Each piece is written when the one before it is out; an answer that comes first ends the writing.
 */
export async function sendRaw(origin: string, pieces: Iterable<string | Uint8Array>): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = Buffer.alloc(0);
  let answered = false;
  let closed = false;
  return new Promise((resolve, reject) => {
    const finish = () => {
      const answer = parseAnswer(received, closed);
      if (answer) {
        answered = true;
        socket.destroy();
        resolve(answer);
      } else if (closed) reject(new Error(`The connection ended without an answer: ${received.toString('latin1')}`));
    };
    socket.setTimeout(10_000, () => socket.destroy(new Error('No answer within 10 s.')));
    socket.on('error', (error) => {
      closed = true;
      if (!parseAnswer(received, true)) reject(error);
    });
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      finish();
    });
    socket.on('close', () => {
      closed = true;
      finish();
    });
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (answered || socket.destroyed) return;
        await new Promise<void>((written) => socket.write(piece, () => written()));
      }
    });
  });
}

/** A request head with CRLF line ends; `lines` are header lines, or the request line first. */
export const head = (...lines: string[]): string => `${lines.join('\r\n')}\r\n\r\n`;

/** Undefined while the answer is not complete. */
function parseAnswer(bytes: Buffer, ended: boolean): RawAnswer | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [statusLine = '', ...headerLines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers: Record<string, string> = {};
  for (const line of headerLines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  const rest = bytes.subarray(end + 4);
  const length = headers['content-length'];
  if (!ended && length !== undefined && rest.length < Number(length)) return undefined;
  if (!ended && headers['transfer-encoding'] === 'chunked' && !rest.includes('0\r\n\r\n')) return undefined;
  const text = rest.toString('utf8');
  const isJson = headers['content-type']?.includes('json') && headers['transfer-encoding'] === undefined;
  return {
    status: Number(statusLine.split(' ')[1]),
    headerLines,
    headers,
    text,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    closed: ended || headers.connection === 'close',
  };
}
