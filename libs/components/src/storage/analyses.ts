import { isObject, type RecordStorage, readList, toText, writeList } from './record-list.js';

/** Storage key. docs/contract.md C20. */
export const ANALYSES_KEY = 'svcAnalysesData';

/** The last analysis of one funnel. */
export interface AnalysisRecord {
  /** ISO 8601. */
  timestamp: string;
  /** Sub-domain. */
  funnel: string;
  analysis_id: string;
  analysis_url: string;
  first_name: string;
  last_name: string;
  email: string;
  color_type: string;
}

/**
 * The analyses of this browser, one per funnel; the newest where foreign content has several.
 * Shop pages and other scripts may write here, so entries are taken only when they can be used: a funnel, an id, an http(s)
 * address and a time; contact fields that are missing are ''. Never throws. Show what it returns as text, never as HTML.
 */
export function readAnalyses(storage: RecordStorage): AnalysisRecord[] {
  const newest = new Map<string, AnalysisRecord>();
  for (const entry of readList(storage, ANALYSES_KEY)) {
    const record = toRecord(entry);
    const before = record && newest.get(record.funnel);
    if (record && (!before || before.timestamp <= record.timestamp)) newest.set(record.funnel, record);
  }
  return [...newest.values()];
}

/**
 * Keeps an analysis, in place of an earlier one of the same funnel; entries of other funnels stay as they are, with fields that
 * this release does not know. Returns false when the storage does not take it.
 */
export function writeAnalysis(storage: RecordStorage, record: AnalysisRecord): boolean {
  const others = readList(storage, ANALYSES_KEY).filter((entry) => isObject(entry) && entry.funnel !== record.funnel);
  return writeList(storage, ANALYSES_KEY, [...others, record], record.funnel);
}

function toRecord(entry: unknown): AnalysisRecord | null {
  if (!isObject(entry)) return null;
  const [funnel, id, url] = [toText(entry.funnel), toText(entry.analysis_id), toText(entry.analysis_url)];
  const timestamp = toTimestamp(entry.timestamp);
  if (!funnel || !id || !url || !timestamp || !isHttpUrl(url)) return null;
  return {
    timestamp,
    funnel,
    analysis_id: id,
    analysis_url: url,
    first_name: toText(entry.first_name) ?? '',
    last_name: toText(entry.last_name) ?? '',
    email: toText(entry.email) ?? '',
    color_type: toText(entry.color_type) ?? '',
  };
}

/** A date as JSON has it, or milliseconds since the epoch. */
function toTimestamp(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const isHttpUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
