const SCRIPT = /<script\b[^>]* src="(\/assets\/[\w.-]+\.js)"/;

/** The script of an HTML document of the application; its name contains the hash of its content. Other scripts are links before it. */
const findScript = (html: string): string | undefined => SCRIPT.exec(html)?.[1];

/**
 * Watches whether the service has another version of the application than the one that runs here. docs/dashboard.md Y2.7.
 * @param load - the document as the service has it now; undefined: it did not answer.
 */
export function createVersionWatch(own: string | undefined, load: () => Promise<string | undefined>) {
  let isNew = false;
  const listeners = new Set<() => void>();
  return {
    get: (): boolean => isNew,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async check(): Promise<void> {
      if (isNew || own === undefined) return;
      const html = await load().catch(() => undefined);
      const current = html === undefined ? undefined : findScript(html);
      if (current === undefined || current === own) return;
      isNew = true;
      for (const listener of listeners) listener();
    },
  };
}

async function loadDocument(): Promise<string | undefined> {
  const response = await fetch('/sign-in', { headers: { accept: 'text/html' } });
  return response.ok ? response.text() : undefined;
}

const getOwnScript = (): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : (document.querySelector('script[type=module]')?.getAttribute('src') ?? undefined);

export const applicationVersion = createVersionWatch(getOwnScript(), loadDocument);
