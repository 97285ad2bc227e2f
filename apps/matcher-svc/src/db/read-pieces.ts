/** Bytes that are read from a column at once. PostgreSQL sends bytea as text: decoding this much takes a millisecond. */
export const PIECE_BYTES = 256 * 1024;

/**
 * A long value in pieces, one statement each, so that reading it never holds the process up.
 * @param first - its first piece, and its length in bytes.
 * @param readFrom - the piece from an offset on, counted from 0; null: the value is another one by now.
 * @returns null as soon as `readFrom` does.
 */
export async function readPieces(
  first: { bytes: Uint8Array; length: number },
  readFrom: (offset: number) => Promise<Uint8Array | null>,
): Promise<Uint8Array[] | null> {
  const pieces = [first.bytes];
  for (let read = first.bytes.length; read < first.length; ) {
    const piece = await readFrom(read);
    if (piece === null || piece.length === 0) return null;
    pieces.push(piece);
    read += piece.length;
  }
  return pieces;
}
