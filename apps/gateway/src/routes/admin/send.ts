import type { Context } from '../../context.js';
import { JSON_TYPE } from '../../match/finished-match.js';
import { rawQuery } from '../../parse/raw-query.js';

/** Answers with JSON. */
export function sendJson(ctx: Context, status: number, value: unknown): void {
  ctx.status = status;
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value));
}

/** Answers with one page of a list. Management, "Authentication". */
export function sendPage(ctx: Context, data: readonly unknown[], nextCursor: string | undefined): void {
  sendJson(ctx, 200, { data, nextCursor: nextCursor || null });
}

export const queryOf = (ctx: Context): URLSearchParams => new URLSearchParams(rawQuery(ctx.req.url as string));

/** A proto time as ISO 8601; null when absent. */
export const isoTime = (time: Date | undefined): string | null => time?.toISOString() ?? null;
