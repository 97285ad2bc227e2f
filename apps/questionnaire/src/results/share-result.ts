/** The part of `navigator` that is used. */
export interface Sharer {
  share?: (data: ShareData) => Promise<void>;
  clipboard?: Pick<Clipboard, 'writeText'>;
}

/**
 * Shares a result: by the system's own dialog where there is one, else by the clipboard. `null`: the visitor was served, or
 * changed their mind; else the message to show.
 */
export async function shareResult(
  link: { url: string; title: string },
  sharer: Sharer,
): Promise<'copied' | 'failed' | null> {
  if (sharer.share) {
    try {
      await sharer.share(link);
      return null;
    } catch (error) {
      // Closed by the visitor. Anything else (frames that may not share, no target) is left to the clipboard.
      if (error instanceof Error && error.name === 'AbortError') return null;
    }
  }
  try {
    await sharer.clipboard?.writeText(link.url);
    return sharer.clipboard ? 'copied' : 'failed';
  } catch {
    return 'failed';
  }
}
