/** What the smoke tests need of a browser that Playwright does not drive. Expressions are JavaScript of the page. */
export interface SmokeBrowser {
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression, awaited, as JSON carries it. */
  evaluate<T>(expression: string, frameOf?: ElementWithFrame): Promise<T>;
  /** Presses the mouse button over an element. `expression` gives it. */
  click(expression: string, frameOf?: ElementWithFrame): Promise<void>;
  press(key: 'Escape' | 'Tab'): Promise<void>;
  close(): Promise<void>;
}

/** The expression is evaluated in the frame that is in the shadow root of this element. */
export type ElementWithFrame = 'svc-analysis' | 'svc-analysis-popup';

/** Gives the frame of an element; null before it has one. */
export const frameExpression = (tag: ElementWithFrame): string =>
  `(document.querySelector('${tag}')?.shadowRoot?.querySelector('iframe') ?? null)`;

/** Waits for a program to print a line that matches. */
export function waitForLine(
  stream: NodeJS.ReadableStream,
  pattern: RegExp,
  timeoutMs = 60_000,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const timer = setTimeout(() => reject(new Error(`No ${pattern} in: ${printed}`)), timeoutMs);
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const match = pattern.exec(printed);
      if (!match) return;
      clearTimeout(timer);
      resolve(match);
    });
  });
}
