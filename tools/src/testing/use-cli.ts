import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { main } from '../cli.js';

const script = fileURLToPath(new URL('../../svc.mjs', import.meta.url));

export interface CliResult {
  code: number | null;
  out: string;
  err: string;
}

/** A request that the stand-in of the management API got. */
export interface Asked {
  line: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** What the stand-in says next: JSON, 200, unless told otherwise. */
export interface Answer {
  status?: number;
  body: unknown;
  type?: string;
}

type Svc = (line: string, environment?: Record<string, string | undefined>) => Promise<CliResult>;

/** The command line in an empty folder, before a stand-in of the management API. */
export interface Cli {
  /** Runs `svc …` with nothing in its environment but an address, a token, the company `glow` and what is given. */
  svc: Svc;
  /** The same in a process of its own, which takes a third of a second of processor time: it also shows that the process ends. */
  spawnSvc: Svc;
  /** The stand-in says these, one a request. */
  answer(...answers: Answer[]): void;
  readonly asked: Asked[];
  /** `GET /glow/api-keys` for each request. */
  lines(): string[];
  /** Writes a file into the folder. @returns its name. */
  write(name: string, content: string): string;
  readonly folder: string;
}

/** Registers the hooks of a test file: one folder and one stand-in for all of its tests. */
export function useCli(): Cli {
  let server: Server;
  let folder: string;
  let url: string;
  let asked: Asked[];
  let answers: Answer[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'svc-cli-'));
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += chunk;
      });
      request.on('end', () => {
        asked.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
        const answer = answers.shift() ?? { status: 500, body: { error: 'UNEXPECTED', message: 'Not expected.' } };
        const type = answer.type ?? 'application/json; charset=utf-8';
        response.writeHead(answer.status ?? 200, { 'content-type': type });
        if (answer.status === 204) response.end();
        else response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
      });
    });
    // Connections stay open for the next command, however long a busy machine takes until then.
    server.keepAliveTimeout = 600_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    asked = [];
    answers = [];
  });

  const toWords = (line: string): string[] => line.split(' ').filter(Boolean);
  const toEnvironment = (given: Record<string, string | undefined>) =>
    ({
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
      SVC_URL: url,
      PLATFORM_TOKEN: 'token',
      SVC_COMPANY: 'glow',
      ...given,
    }) as NodeJS.ProcessEnv;

  return {
    svc: (line, environment = {}) => runHere(toWords(line), toEnvironment(environment), folder),
    spawnSvc(line, environment = {}) {
      const options = { cwd: folder, env: toEnvironment(environment) };
      const child = spawn(process.execPath, [script, ...toWords(line)], options);
      let out = '';
      let err = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      child.stderr.on('data', (chunk) => {
        err += chunk;
      });
      return new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })));
    },
    answer: (...next) => void answers.push(...next),
    get asked() {
      return asked;
    },
    lines: () => asked.map(({ line }) => line.replace('/api/admin/v1/companies', '')),
    write(name, content) {
      writeFileSync(join(folder, name), content);
      return name;
    },
    get folder() {
      return folder;
    },
  };
}

/** Runs the command line in this process, with an environment, a folder, an output and an exit code of its own. One call at a time. */
async function runHere(words: string[], environment: NodeJS.ProcessEnv, folder: string): Promise<CliResult> {
  const before = { folder: process.cwd(), env: process.env, exitCode: process.exitCode };
  const { log, error } = console;
  const { stdout, stderr } = process;
  const writes = { out: stdout.write, err: stderr.write };
  const result = { out: '', err: '' };
  const keep = (stream: 'out' | 'err') => (text: string | Uint8Array) => {
    result[stream] += text;
    return true;
  };
  process.chdir(folder);
  // Variables without a value are not in the environment of a process either.
  process.env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined));
  process.exitCode = 0;
  console.log = (...words) => keep('out')(`${format(...words)}\n`);
  console.error = (...words) => keep('err')(`${format(...words)}\n`);
  stdout.write = keep('out');
  stderr.write = keep('err');
  try {
    await main(words);
    return { ...result, code: Number(process.exitCode) };
  } finally {
    process.chdir(before.folder);
    process.env = before.env;
    process.exitCode = before.exitCode;
    Object.assign(console, { log, error });
    stdout.write = writes.out;
    stderr.write = writes.err;
  }
}
