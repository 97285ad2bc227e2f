/** Bytes in use, garbage left out. */
export function usedBytes(): number {
  const { gc } = globalThis as { gc?: () => void };
  if (!gc) throw new Error('Run with --expose-gc.');
  gc();
  gc();
  // `external`, not `arrayBuffers`: that counts only what this thread allocated.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
