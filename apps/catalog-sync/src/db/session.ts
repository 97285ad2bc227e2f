import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { COMPANY_SETTING, getSessionPool } from '@svc/kit';
import type { Knex } from 'knex';
import { from as copyFrom } from 'pg-copy-streams';

/** The part of a pg client that a session uses. */
interface PgClient {
  query(text: string): Promise<unknown>;
  query(query: {
    text: string;
    values: readonly unknown[];
    query_timeout: number;
  }): Promise<{ rows: unknown[]; rowCount: number | null }>;
  query<T extends Writable>(stream: T): T;
  /** `I`: idle, outside a transaction. */
  getTransactionStatus(): string | null;
}

/** One connection of the pool, held for several statements that share temporary tables. */
export interface Session {
  /** Placeholders are `$1`, `$2` … */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs `COPY … FROM STDIN`. @param pieces - of the text format; read no faster than the server takes them. */
  copy(text: string, pieces: AsyncIterable<string | Buffer>): Promise<void>;
  /** Begins a transaction, which sees and writes the rows of the session's company. @param text - default: `begin`. */
  begin(text?: string): Promise<void>;
  /** @param begin - for example `begin isolation level repeatable read read only`. */
  transaction<T>(task: () => Promise<T>, begin?: string): Promise<T>;
}

const SET_COMPANY = `select set_config('${COMPANY_SETTING}', $1, true)`;

/** Longest statement of a session: an import's merge takes longer than the pool's limit for ordinary statements. */
const STATEMENT_TIMEOUT_MS = 300_000;

/** What the pool waits for any statement (`createDatabase`) is too short here; beyond this the server hangs or the network is gone. */
const READ_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2_000;

/**
 * Lends a connection to `task` and puts it back as it was.
 * @param companyId - company of its transactions; a statement outside of them sees no company's rows. Null: none.
 */
export async function withSession<T>(
  db: Knex,
  companyId: string | null,
  task: (session: Session) => Promise<T>,
): Promise<T> {
  const { session, release } = await connectSession(db, companyId);
  try {
    return await task(session);
  } finally {
    await release();
  }
}

/** As `withSession`, for generators: the caller releases. */
export async function connectSession(
  db: Knex,
  companyId: string | null,
): Promise<{ session: Session; release(): Promise<void> }> {
  const pool = getSessionPool(db);
  const client = (await pool.client.acquireConnection()) as PgClient;
  let timeout: string | undefined;
  const release = async () => {
    // These fail only when the connection is gone, and then Knex drops it.
    if (client.getTransactionStatus() !== 'I') await client.query('rollback').catch(() => {});
    // Not `reset all`, which also resets what a connection behind a pooler was given by a statement.
    if (timeout !== undefined) await client.query(`set statement_timeout = '${timeout}'`).catch(() => {});
    await client.query('discard temp').catch(() => {});
    await pool.client.releaseConnection(client);
  };
  try {
    const [shown] = (await client.query(`show statement_timeout; set statement_timeout = ${STATEMENT_TIMEOUT_MS}`)) as {
      rows: { statement_timeout: string }[];
    }[];
    timeout = shown?.rows[0]?.statement_timeout;
    return { session: createSession(client, companyId), release };
  } catch (error) {
    await release();
    throw error;
  }
}

function createSession(client: PgClient, companyId: string | null): Session {
  const query = async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query({ text, values, query_timeout: READ_TIMEOUT_MS })).rows as Row[];
  const begin = async (text = 'begin') => {
    await query(text);
    if (companyId !== null) await query(SET_COMPANY, [companyId]);
  };
  return {
    query,
    begin,
    async copy(text, pieces) {
      const stream = client.query(Object.assign(copyFrom(text), { query_timeout: READ_TIMEOUT_MS }));
      let isRefused = false;
      const done = new Promise<void>((resolve, reject) => {
        stream.once('finish', resolve);
        stream.once('error', (error) => {
          isRefused = true;
          reject(error);
        });
      });
      // Also awaited below; without a listener here an early failure would count as unhandled.
      done.catch(() => {});
      try {
        let drained: Promise<unknown> = Promise.resolve();
        for await (const piece of pieces) {
          // Only now, so that the next piece was made while the server took the last one.
          await drained;
          if (isRefused) break;
          if (piece.length === 0 || stream.write(piece)) continue;
          drained = Promise.race([once(stream, 'drain'), done]);
          // Not awaited when the source fails first.
          drained.catch(() => {});
        }
        await drained;
        if (!isRefused) stream.end();
      } catch (error) {
        // Makes the server abort the COPY, unless it has already refused it: pg-copy-streams would crash.
        if (!isRefused) stream.destroy(error instanceof Error ? error : new Error(String(error)));
        await done.catch(() => {});
        throw error;
      }
      await done;
    },
    async transaction(task, text) {
      try {
        await begin(text);
        const result = await task();
        await query('commit');
        return result;
      } catch (error) {
        await query('rollback').catch(() => {});
        throw error;
      }
    },
  };
}
