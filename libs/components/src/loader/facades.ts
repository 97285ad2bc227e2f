/** A control of an element that can be used before the element's code is loaded. */
export interface Openable {
  open(...args: unknown[]): Promise<boolean>;
  close(): unknown;
}

type Methods = Record<keyof Openable, (...args: unknown[]) => Promise<boolean>>;
type Call = [method: keyof Openable, args?: unknown[]];

/** Of the calls that a page made before the script was there. */
const MAX_REPLAYED = 100;

/**
 * `open` and `close` that run one after the other on what `find` returns at that time.
 * They resolve false when there is nothing to call, and never reject: these promises reach the shop page.
 */
function createMethods(find: () => Promise<unknown>): Methods {
  let queue = Promise.resolve(false);
  const run =
    (method: keyof Openable) =>
    (...args: unknown[]): Promise<boolean> => {
      queue = queue
        .then(find)
        .then((element) => (element as Openable)[method](...args))
        .then(
          (result) => result !== false,
          () => false,
        );
      return queue;
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

/**
 * Defines a global instance, and replays the calls that the page made before the script was there.
 * @param find - the first element of its kind in the document.
 * @param isPending - until then a facade stands for an element that may still be created.
 * @param created - the document is read, and automatic creation had its chance.
 */
export function defineInstance(
  page: Window,
  name: 'svcAnalysisPopup' | 'svcFloatingActionButton',
  find: () => HTMLElement | null,
  isPending: () => boolean,
  created: () => Promise<unknown>,
): void {
  const methods = createMethods(async () => {
    await created();
    return find();
  });
  /** The page wrote the queue, so nothing is taken on trust: an entry that is no call is ignored. */
  const push = (call: unknown): void => {
    try {
      const [method, args = []] = call as Call;
      if (Object.hasOwn(methods, method)) void methods[method](...args);
    } catch {}
  };
  try {
    const stub = (page as unknown as Record<string, { q?: unknown } | undefined>)[name];
    if (Array.isArray(stub?.q)) {
      stub.q.slice(0, MAX_REPLAYED).forEach(push);
      stub.q = { push };
    }
  } catch {}
  const facade = { isOpen: false, ...methods };
  // A page that declared its stub with `var` keeps it; its queue forwards calls.
  Reflect.defineProperty(page, name, { configurable: true, get: () => find() ?? (isPending() ? facade : undefined) });
}
