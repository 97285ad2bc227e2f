import type { Knex } from 'knex';
import { findCatalog } from './catalogs.js';
import { connectSession, type Session } from './session.js';

/** Rows per fetch. */
const FETCH_ROWS = 2_000;
/** Characters that begin a new chunk; with one more row it stays below 256 KiB in UTF-8. */
const CHUNK_LENGTH = 32 * 1024;

/**
 * `CatalogSnapshot` of libs/domain as JSON, in chunks of at most 256 KiB, all of one moment: products and variants in force,
 * in catalog order. Memory: one chunk and one fetch. A company without a catalog has an empty one at version 0.
 * @param withNames - also names, pictures and colors.
 */
export async function* streamSnapshot(db: Knex, companyId: string, withNames = false): AsyncGenerator<Buffer> {
  const { session, release } = await connectSession(db, companyId);
  try {
    await session.begin('begin isolation level repeatable read read only');
    yield* chunks(snapshotText(session, companyId, withNames));
    await session.query('commit');
  } finally {
    await release();
  }
}

/** The text in order, piece by piece. */
async function* snapshotText(session: Session, companyId: string, withNames: boolean): AsyncGenerator<string[]> {
  const { version } = await findCatalog(session, companyId);
  yield [`{"version":${version},"products":[`];
  yield* elements(
    session,
    companyId,
    `select json_build_object('id', shop_system_id, 'tags', tags${withNames ? `, 'name', name, 'image', image_url` : ''})::text as json
       from products where company_id = $1 and in_feed order by position`,
  );
  yield ['],"variants":['];
  // The position of a product in force is its index: positions have no gaps.
  yield* elements(
    session,
    companyId,
    `select json_build_object('id', v.shop_system_id, 'product', p.position, 'available', v.available, 'tags', v.tags${
      withNames ? `, 'name', v.name, 'color', v.color` : ''
    })::text as json
       from variants v
       join products p on p.company_id = v.company_id and p.shop_system_id = v.product_id
      where v.company_id = $1 and v.in_feed
      order by v.position`,
  );
  yield [']}'];
}

/** Elements of a JSON array, one row each, commas between them. */
async function* elements(session: Session, companyId: string, select: string): AsyncGenerator<string[]> {
  await session.query(`declare snapshot no scroll cursor for ${select}`, [companyId]);
  for (let separator = ''; ; separator = ',') {
    const rows = await session.query<{ json: string }>(`fetch ${FETCH_ROWS} from snapshot`);
    if (rows.length === 0) break;
    yield rows.map((row, index) => (index === 0 ? separator : ',') + row.json);
  }
  await session.query('close snapshot');
}

async function* chunks(pieces: AsyncIterable<string[]>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const texts of pieces) {
    for (const text of texts) {
      chunk += text;
      if (chunk.length < CHUNK_LENGTH) continue;
      yield Buffer.from(chunk);
      chunk = '';
    }
  }
  if (chunk !== '') yield Buffer.from(chunk);
}
