/** A control of an element that can be used before the element's code is loaded. */
export interface Openable {
  open(...args: unknown[]): Promise<boolean>;
  close(): unknown;
}

type Methods = Record<keyof Openable, (...args: unknown[]) => Promise<boolean>>;
type Call = [method: keyof Openable, args: unknown[]];

/**
 * `open` and `close` that run one after the other on what `find` returns at that time.
 * They resolve false when there is nothing to call, and never reject: these promises reach the shop page.
 */
function createMethods(find: () => Promise<Partial<Openable> | null>): Methods {
  let queue: Promise<unknown> | undefined;
  const run =
    (method: keyof Openable) =>
    (...args: unknown[]): Promise<boolean> => {
      const before = queue;
      const result = (async () => {
        await before;
        try {
          return (await ((await find()) as Openable)[method](...args)) !== false;
        } catch {
          return false;
        }
      })();
      queue = result;
      return result;
    };
  return { open: run('open'), close: run('close') };
}

/**
 * Gives an element `open`, `close` and `isOpen` of its own until its code is loaded; the upgrade removes them.
 * @param load - registers the element; false when that is impossible.
 */
export function provideMethods(
  element: HTMLElement & Partial<Openable> & { isOpen?: unknown },
  load: () => Promise<unknown>,
): void {
  if (element.open) return;
  const wasOpen = element.isOpen;
  const methods = createMethods(async () => {
    if (await load()) customElements.upgrade(element);
    return Object.hasOwn(element, 'open') ? null : element;
  });
  Object.assign(element, methods);
  Object.defineProperty(element, 'isOpen', {
    configurable: true,
    get: () => false,
    set: (isOpen: unknown) => isOpen && methods.open(),
  });
  if (wasOpen) methods.open();
}

export interface GlobalInstance {
  name: 'svcAnalysisPopup' | 'svcFloatingActionButton';
  /** The first element of its kind in the document. */
  find(): HTMLElement | null;
  /** Until then a facade stands for an element that may still be created. */
  isPending(): boolean;
  /** The document is read, and automatic creation had its chance. */
  created(): Promise<unknown>;
}

/** Defines a global instance, and replays the calls that the page made before the script was there. */
export function defineInstance(page: Window, { name, find, isPending, created }: GlobalInstance): void {
  const stub = (page as unknown as Record<string, { q?: unknown } | undefined>)[name];
  const methods = createMethods(async () => {
    await created();
    return find() as Partial<Openable> | null;
  });
  const facade = { isOpen: false, ...methods };
  Object.defineProperty(page, name, { configurable: true, get: () => find() ?? (isPending() ? facade : undefined) });
  const push = ([method, args]: Call): unknown => methods[method]?.(...args);
  if (!Array.isArray(stub?.q)) return;
  stub.q.forEach(push);
  stub.q = { push };
}
