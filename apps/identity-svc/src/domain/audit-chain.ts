import { sha256 } from '@svc/kit';

/** A record of the audit log as its hash covers it. */
export interface ChainRecord {
  seq: number;
  /** The values in the order of the hash. A list counts as one value. */
  values: readonly (string | null | readonly (string | null)[])[];
  previousHash: Buffer;
  hash: Buffer;
}

/** What a chain is compared with. */
export interface ChainHead {
  seq: number;
  hash: Buffer;
}

export interface ChainProblem {
  seq: number;
  message: string;
}

const FIRST_PREVIOUS = Buffer.alloc(32);
const MAX_PROBLEMS = 100;

/** Each value with its length in bytes: no two lists of values have the same text. The database writes it in the same way. */
function toText(values: ChainRecord['values']): string {
  return values
    .map((value) => {
      if (value === null) return '-';
      const text = typeof value === 'string' ? value : toText(value);
      return `${Buffer.byteLength(text)}:${text}`;
    })
    .join(',');
}

const hashRecord = ({ previousHash, values }: Pick<ChainRecord, 'previousHash' | 'values'>): Buffer =>
  sha256(Buffer.concat([previousHash, Buffer.from(toText(values))]));

/**
 * Compares records with each other, with their own hashes and with what was recorded elsewhere. Records before the first one have
 * expired; where a chain begins cannot be checked.
 */
export class ChainCheck {
  readonly problems: ChainProblem[] = [];
  count = 0;
  first = 0;
  last: ChainHead | undefined;

  /** @param known - a head of an earlier check. */
  constructor(readonly known: ChainHead | undefined) {}

  /** The next record, in the order of `seq`. */
  add(record: ChainRecord): void {
    const { seq } = record;
    const { last } = this;
    if (this.count === 0) this.first = seq;
    this.count += 1;
    if (last !== undefined && seq !== last.seq + 1)
      this.#report(seq, `Records ${last.seq + 1} to ${seq - 1} are missing.`);
    const previous = last?.hash ?? (seq === 1 ? FIRST_PREVIOUS : record.previousHash);
    if (!previous.equals(record.previousHash)) this.#report(seq, 'The record does not follow the one before it.');
    if (!hashRecord(record).equals(record.hash)) this.#report(seq, 'The record was changed after it was written.');
    if (this.known?.seq === seq && !this.known.hash.equals(record.hash)) {
      this.#report(seq, 'The record is another one than at the earlier verification.');
    }
    this.last = { seq, hash: record.hash };
  }

  /** Compares the end. @param head - undefined: nothing was ever recorded. @param isExpired - the record of the head is. */
  finish(head: ChainHead | undefined, isExpired: boolean): void {
    const { last } = this;
    const isComplete = head === undefined ? last === undefined : last === undefined ? isExpired : isSame(last, head);
    if (!isComplete) {
      const end = last === undefined ? 'no record is left' : `the last one is ${last.seq}`;
      this.#report(head?.seq ?? 0, `The chain had ${head?.seq ?? 0} records; ${end}.`);
    }
    if (this.known !== undefined && this.known.seq > (head?.seq ?? 0)) {
      this.#report(this.known.seq, 'The record of the earlier verification is missing.');
    }
  }

  #report(seq: number, message: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ seq, message });
  }
}

const isSame = (one: ChainHead, other: ChainHead): boolean => one.seq === other.seq && one.hash.equals(other.hash);
