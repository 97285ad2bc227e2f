import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
}

export interface SmtpServer {
  url: string;
  received: ReceivedMail[];
  stop(): Promise<void>;
}

/**
 * A mail server as RFC 5321 describes it, as far as one client needs it: it takes commands in their order only, wants the credentials
 * `user` and `secret`, and refuses recipients at `refusing.example`.
 */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.setEncoding('utf8').on('close', () => sockets.delete(socket)));
    serve(socket, received);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `smtp://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const CREDENTIALS = Buffer.from('\0user\0secret').toString('base64');

function serve(socket: Socket, received: ReceivedMail[]): void {
  const reply = (line: string) => void socket.write(`${line}\r\n`);
  let isSignedIn = false;
  let mail: { from: string; to: string[] } | undefined;
  let buffer = '';
  let isData = false;

  /** @returns the response. */
  function command(line: string): string {
    const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
    const name = line.slice(0, 4).toUpperCase();
    if (name === 'EHLO') return '250-mail.example\r\n250-AUTH PLAIN\r\n250 SIZE 1000000';
    if (name === 'QUIT') return '221 2.0.0 Bye';
    if (name === 'AUTH') {
      isSignedIn = line === `AUTH PLAIN ${CREDENTIALS}`;
      return isSignedIn ? '235 2.7.0 Accepted' : '535 5.7.8 Wrong credentials';
    }
    if (!isSignedIn) return '530 5.7.0 Authentication required';
    if (name === 'MAIL') {
      mail = { from: address, to: [] };
      return '250 2.1.0 OK';
    }
    if (!mail) return '503 5.5.1 MAIL first';
    if (name === 'RCPT') {
      if (address.endsWith('@refusing.example')) return `550 5.1.1 <${address}>: no such mailbox`;
      mail.to.push(address);
      return '250 2.1.5 OK';
    }
    if (name !== 'DATA') return '502 5.5.2 Unknown command';
    if (mail.to.length === 0) return '503 5.5.1 RCPT first';
    isData = true;
    return '354 Go ahead';
  }

  socket.on('data', (chunk: string) => {
    buffer += chunk;
    for (;;) {
      const end = buffer.indexOf(isData ? '\r\n.\r\n' : '\r\n');
      if (end < 0) return;
      const taken = buffer.slice(0, end);
      buffer = buffer.slice(end + (isData ? 5 : 2));
      if (!isData) {
        const response = command(taken);
        reply(response);
        if (response.startsWith('221')) socket.end();
        continue;
      }
      received.push({
        ...(mail as { from: string; to: string[] }),
        ...parseMessage(taken.replaceAll('\r\n..', '\r\n.')),
      });
      [isData, mail] = [false, undefined];
      reply('250 2.0.0 Taken');
    }
  });
  reply('220 mail.example ESMTP');
}

/** The parts of a message with one body. */
function parseMessage(message: string): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = message.indexOf('\r\n\r\n');
  const lines = message
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.toLowerCase(), decodeWords(value.join(':').trim())];
    }),
  );
  const body = message.slice(end + 4);
  const encoding = headers['content-transfer-encoding'] ?? '7bit';
  const text = { '7bit': body, 'quoted-printable': decodeQuoted(body), base64: Buffer.from(body, 'base64').toString() }[
    encoding
  ];
  if (text === undefined) throw new Error(`The encoding ${encoding} is not known.`);
  return { headers, text: text.replaceAll('\r\n', '\n') };
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

/** RFC 2047. */
const decodeWords = (text: string): string =>
  text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    );
