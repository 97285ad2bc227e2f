import { useEffect, useState } from 'react';

/** A value once it has not changed for a moment. */
export function useQuieted<T>(value: T, afterMs: number): T {
  const [quiet, setQuiet] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), afterMs);
    return () => clearTimeout(timer);
  }, [value, afterMs]);
  return quiet;
}
