import type { Db } from '@svc/kit';
import type { PictureRow } from './tables.js';

/** A stored picture without its bytes. */
export interface PictureRecord {
  hash: Buffer;
  width: number;
  height: number;
  sizeBytes: number;
  createdAt: Date;
}

const RECORD = ['seq', 'hash', 'width', 'height', 'size_bytes', 'created_at'] as const;

type RecordRow = Pick<PictureRow, (typeof RECORD)[number]>;

const toRecord = (row: RecordRow): PictureRecord & { seq: string } => ({
  seq: row.seq,
  hash: row.hash,
  width: row.width,
  height: row.height,
  sizeBytes: row.size_bytes,
  createdAt: row.created_at,
});

export async function findPicture(db: Db, companyId: string, hash: Buffer): Promise<PictureRecord | undefined> {
  const row = await db<PictureRow>('pictures')
    .select(...RECORD)
    .where({ company_id: companyId, hash })
    .first();
  return row && toRecord(row);
}

/** How many pictures a company has, and their bytes together. */
export async function sumPictures(db: Db, companyId: string): Promise<{ count: number; bytes: number }> {
  const row = await db<PictureRow>('pictures')
    .where({ company_id: companyId })
    .count({ count: '*' })
    .sum({ bytes: 'size_bytes' })
    .first();
  return { count: Number(row?.count ?? 0), bytes: Number(row?.bytes ?? 0) };
}

export async function insertPicture(db: Db, companyId: string, picture: PictureRecord, content: Buffer): Promise<void> {
  await db('pictures').insert({
    company_id: companyId,
    hash: picture.hash,
    width: picture.width,
    height: picture.height,
    size_bytes: picture.sizeBytes,
    created_at: picture.createdAt,
    content,
  });
}

/** Pictures of a company that are older than a position, newest first, each with its position. */
export async function listPictures(
  db: Db,
  companyId: string,
  before: string | undefined,
  limit: number,
): Promise<(PictureRecord & { seq: string })[]> {
  const query = db<PictureRow>('pictures')
    .select(...RECORD)
    .where({ company_id: companyId })
    .orderBy('seq', 'desc')
    .limit(limit);
  if (before !== undefined) query.where('seq', '<', before);
  return (await query).map(toRecord);
}

/** @returns false without such a picture of the company. */
export async function deletePicture(db: Db, companyId: string, hash: Buffer): Promise<boolean> {
  return (await db('pictures').where({ company_id: companyId, hash }).delete()) > 0;
}

/** The bytes of a picture, whichever company has it. Served by pictures_hash_idx. */
export async function findPictureContent(db: Db, hash: Buffer): Promise<Buffer | undefined> {
  const row = await db<Pick<PictureRow, 'hash' | 'content'>>('all_pictures')
    .select('content')
    .where('hash', hash)
    .first();
  return row?.content;
}

/** Where a picture is shown. */
export interface PicturePlace {
  /** In hexadecimal. */
  hash: string;
  place: 'published' | 'draft' | 'edit' | 'logo';
  /** Null: the logo. */
  subdomain: string | null;
}

/**
 * Where pictures of a company are shown now: published versions, those of running tests, which count as published, drafts, edits, and the
 * logo of its pages. Reads the text of each once, for their addresses.
 */
export async function findPicturePlaces(db: Db, companyId: string, hashes: readonly Buffer[]): Promise<PicturePlace[]> {
  const { rows } = await db.raw<{ rows: PicturePlace[] }>(
    `with places as (
       select f.subdomain, 'published' as place, v.steps::text as body
         from funnels f join funnel_versions v on v.id = f.published_version_id where f.company_id = :companyId
       union all
       -- A running test shows its versions as well, also those that are neither published nor the draft by now.
       select f.subdomain, 'published', v.steps::text
         from funnel_tests t join funnels f on f.id = t.funnel_id
         cross join jsonb_array_elements(t.test -> 'arms') arm join funnel_versions v on v.id = arm ->> 'versionId'
        where f.company_id = :companyId and t.ended_at is null
       union all
       select f.subdomain, 'draft', v.steps::text
         from funnels f join funnel_versions v on v.id = f.draft_version_id where f.company_id = :companyId
       union all
       select f.subdomain, 'edit', e.parts::text
         from funnels f join funnel_edits e on e.funnel_id = f.id where f.company_id = :companyId
       union all
       select null, 'logo', c.settings::text from companies c where c.id = :companyId
     )
     select distinct found[1] as hash, place, subdomain
       from places, regexp_matches(body, '/m/([0-9a-f]{64})[.]webp', 'g') as found
      where found[1] = any(:hashes)
      order by subdomain, place`,
    { companyId, hashes: hashes.map((hash) => hash.toString('hex')) },
  );
  return rows;
}
