/** Maximum number of bytes per read of a column. PostgreSQL sends bytea as text: decoding this much takes a millisecond. */
export const PIECE_BYTES = 256 * 1024;

/**
 * Reads a long value in pieces, one statement each, so that reading never blocks the event loop for long.
 * @param first - its first piece, and its length in bytes.
 * @param readFrom - reads the piece at an offset from 0; null: the value has changed in the meantime.
 * @returns null when `readFrom` returns null.
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
