/** What a load generator needs of an answer's head. */
export interface AnswerHead {
  status: number;
  headBytes: number;
  bodyBytes: number;
  /** The connection ends with this answer. */
  closes: boolean;
}

/** Reads the head at the start of an answer whose head came in one piece and whose body has a Content-Length. */
export function readHead(chunk: Buffer): AnswerHead {
  const end = chunk.indexOf('\r\n\r\n');
  const head = chunk.toString('latin1', 0, end);
  const bodyBytes = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (end < 0 || bodyBytes === undefined) throw new Error(`Not an answer of known length: ${head}`);
  return {
    status: Number(head.slice(9, 12)),
    headBytes: end + 4,
    bodyBytes: Number(bodyBytes),
    closes: /\r\nconnection: close/i.test(head),
  };
}
