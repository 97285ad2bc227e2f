import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach } from 'vitest';

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

/** The command line in an empty folder, before a stand-in of the management API. */
export interface Cli {
  /** Runs `svc …` with nothing in its environment but an address, a token, the company `glow` and what is given. */
  svc(line: string, environment?: Record<string, string | undefined>): Promise<CliResult>;
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

  return {
    svc(line, environment = {}) {
      const env = {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'), // A fresh process for each line: compiled once.
        SVC_URL: url,
        PLATFORM_TOKEN: 'token',
        SVC_COMPANY: 'glow',
        ...environment,
      };
      const child = spawn(process.execPath, [script, ...line.split(' ').filter(Boolean)], {
        cwd: folder,
        env: env as NodeJS.ProcessEnv,
      });
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
