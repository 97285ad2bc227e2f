import { getRuntime, type Runtime } from '../../loader/runtime.js';
import { type Property, toAttributes } from './properties.js';

/** An element may be moved, or removed for a moment; its work ends after this time outside of the page. */
const REMOVAL_MS = 250;

/** On a server there are no elements, and importing has no effect. */
const Base = (globalThis.HTMLElement ?? class {}) as typeof HTMLElement;

/**
 * What the elements have in common: properties with attributes in both spellings, values that were assigned before the code
 * was loaded, and a beginning and an end of their work. No method throws into the page. docs/components.md B6.
 */
export abstract class SvcElement extends Base {
  /** Values that differ from the initial ones. */
  readonly #values: Record<string, unknown> = {};
  #isRunning = false;

  /** @param properties - what is read from attributes, by name; `defineProperties` makes the accessors. */
  constructor(private readonly properties: Record<string, Property>) {
    super();
    // The loader provided these until the code was loaded.
    const methods = this as { open?: unknown; close?: unknown };
    delete methods.open;
    delete methods.close;
    if (Object.getOwnPropertyDescriptor(this, 'isOpen')?.get) Reflect.deleteProperty(this, 'isOpen');
  }

  /** Undefined where the loader does not run. */
  protected get runtime(): Runtime | undefined {
    return getRuntime();
  }

  connectedCallback(): void {
    for (const name of Object.keys(this.properties)) {
      if (!Object.hasOwn(this, name)) continue;
      const value = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    if (this.#isRunning || !this.runtime) return;
    this.#isRunning = true;
    this.start(this.runtime);
  }

  disconnectedCallback(): void {
    setTimeout(() => {
      if (this.isConnected || !this.#isRunning) return;
      this.#isRunning = false;
      this.stop();
    }, REMOVAL_MS);
  }

  attributeChangedCallback(attribute: string): void {
    const name = Object.keys(this.properties).find((name) => toAttributes(name).includes(attribute));
    if (!name) return;
    const [kebab, lower] = toAttributes(name);
    const value = this.getAttribute(kebab) ?? this.getAttribute(lower);
    this.write(name, value ?? (this.properties[name] as Property).initial);
  }

  /** The effective value of a property. */
  read<T>(name: string): T {
    return (Object.hasOwn(this.#values, name) ? this.#values[name] : this.properties[name]?.initial) as T;
  }

  /** Sets a property; a value that cannot be used counts as unset, and is reported. */
  write(name: string, given: unknown): void {
    const { initial, parse } = this.properties[name] as Property;
    const before = this.read(name);
    let value = parse(given);
    if (value === undefined) {
      this.runtime?.warn('setting', `${this.localName}: ${name} cannot be ${JSON.stringify(given)}.`);
      value = initial;
    }
    if (value === before) return;
    this.#values[name] = value;
    if (this.#isRunning) this.changed(name);
  }

  /** The element's work begins: it is in the page, and the loader runs. */
  protected abstract start(runtime: Runtime): void;
  /** The element was removed from the page. */
  protected abstract stop(): void;
  /** A property has another value. Not called before `start`. */
  protected abstract changed(name: string): void;
}

/** Gives a class of elements the accessors of its properties, and returns its observed attributes. */
export function defineProperties(element: { prototype: SvcElement }, properties: Record<string, Property>): string[] {
  for (const name of Object.keys(properties))
    Object.defineProperty(element.prototype, name, {
      get(this: SvcElement) {
        return this.read(name);
      },
      set(this: SvcElement, value: unknown) {
        this.write(name, value);
      },
    });
  return Object.keys(properties).flatMap(toAttributes);
}
