import { describe, expect, it } from 'vitest';
import { filterCommands } from './filter-commands.js';

const commands = [
  { label: 'Übersicht', to: '/c/glow' },
  { label: 'Hautpflege finden', detail: 'skin', to: '/c/glow/funnels/skin' },
];
const find = (query: string) => filterCommands(commands, query).map(({ to }) => to);

describe('commands (docs/dashboard.md Y5.5)', () => {
  it('are all there before a query', () => {
    expect(find(' ')).toHaveLength(2);
  });

  it('are found by words in any order, without case and accents, also by id', () => {
    expect(find('ubersicht')).toEqual(['/c/glow']);
    expect(find('FINDEN haut')).toEqual(['/c/glow/funnels/skin']);
    expect(find('skin')).toEqual(['/c/glow/funnels/skin']);
    expect(find('skin care')).toEqual([]);
  });
});
