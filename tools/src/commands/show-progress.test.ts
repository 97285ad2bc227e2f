import { describe, expect, it } from 'vitest';
import { showProgress } from './show-progress.js';

function outputOf(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

describe('the progress of a command', () => {
  it('is a bar on a terminal, drawn anew in its place, and gone at the end', () => {
    const output = outputOf(true);
    const display = showProgress(output);
    display.update({ done: 40, total: 0, what: 'answer paths found' });
    display.update({ done: 6, total: 24, what: 'answer paths walked' });
    display.update({ done: 3, total: 3, what: 'MB sent' });
    display.end();
    display.end();
    const clear = '\r\u001b[K';
    expect(output.written).toEqual([
      `${clear}[                        ] 40 answer paths found`,
      `${clear}[######                  ] 6 of 24 answer paths walked`,
      `${clear}[########################] 3 of 3 MB sent`,
      clear,
    ]);
  });

  it('does not wrap on a narrow terminal, where it could not be taken away', () => {
    const output = outputOf(true, 30);
    showProgress(output).update({ done: 6, total: 24, what: 'answer paths walked' });
    expect(output.written[0]).toHaveLength('\r\u001b[K'.length + 29);
  });

  it('is a plain line elsewhere, at most one in five seconds, and none for what is over sooner', () => {
    const output = outputOf(false);
    let now = 0;
    const display = showProgress(output, () => now);
    for (now = 0; now <= 12_000; now += 200) display.update({ done: now, total: 20_000, what: 'rows read' });
    display.end();
    expect(output.written).toEqual(['5000 of 20000 rows read\n', '10000 of 20000 rows read\n']);
  });
});
