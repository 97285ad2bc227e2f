import { describe, expect, it } from 'vitest';
import { showProgress } from './show-progress.js';

function createOutput(isTTY: boolean, columns?: number) {
  const written: string[] = [];
  return { written, isTTY, columns, write: (text: string) => written.push(text) };
}

describe('the progress of a command', () => {
  it('is a bar on a terminal, redrawn in place and removed at the end', () => {
    const output = createOutput(true);
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

  it('does not wrap on a narrow terminal, because a wrapped bar cannot be removed', () => {
    const output = createOutput(true, 30);
    showProgress(output).update({ done: 6, total: 24, what: 'answer paths walked' });
    expect(output.written[0]).toHaveLength('\r\u001b[K'.length + 29);
  });

  it('shows the remaining time once the pace is known, separately for each phase', () => {
    const output = createOutput(true);
    let now = 0;
    const display = showProgress(output, () => now);
    const shown = (at: number, done: number, what: string) => {
      now = at;
      display.update({ done, total: 1_000, what });
      return output.written.at(-1)?.replace(/^.*\] /s, '');
    };
    expect(shown(0, 0, 'MB sent')).toBe('0 of 1000 MB sent');
    expect(shown(2_000, 100, 'MB sent')).toBe('100 of 1000 MB sent');
    expect(shown(4_000, 200, 'MB sent')).toBe('200 of 1000 MB sent, about 16 s left');
    expect(shown(4_000, 100, 'rows read')).toBe('100 of 1000 rows read');
    expect(shown(8_000, 110, 'rows read')).toBe('110 of 1000 rows read, about 6 min left');
    expect(shown(9_000, 1_000, 'rows read')).toBe('1000 of 1000 rows read');
  });

  it('has the usual width on a terminal that does not know its own', () => {
    const output = createOutput(true, 0);
    showProgress(output).update({ done: 6, total: 24, what: 'MB sent' });
    expect(output.written[0]).toContain('6 of 24 MB sent');
  });

  it('is a plain line elsewhere, at most one in five seconds, and none for what is over sooner', () => {
    const output = createOutput(false);
    let now = 0;
    const display = showProgress(output, () => now);
    for (now = 0; now <= 12_000; now += 200) display.update({ done: now, total: 20_000, what: 'rows read' });
    display.end();
    expect(output.written).toEqual([
      '5000 of 20000 rows read, about 15 s left\n',
      '10000 of 20000 rows read, about 10 s left\n',
    ]);
  });
});
