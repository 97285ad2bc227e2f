import { describe, expect, it } from 'vitest';
import { readHeader } from './read-header.js';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('the preview of a file before its upload (docs/dashboard.md Y12.1)', () => {
  it.each([
    [';', 'id;name;url\nV1;Velvet, matte;https://s.example\n'],
    [',', 'id,name,url\nV1,"Velvet; matte",https://s.example\n'],
    ['\t', 'id\tname\turl\nV1\tVelvet\thttps://s.example\n'],
    ['|', 'id|name|url\r\nV1|Velvet|https://s.example\r\n'],
  ])('finds the delimiter %j from the header', (delimiter, text) => {
    const preview = readHeader(utf8(text), true);
    expect(preview).toMatchObject({ delimiter, columns: ['id', 'name', 'url'], encoding: 'UTF-8' });
    expect(preview?.rows[0]).toHaveLength(3);
  });

  it('keeps delimiters, line breaks and quotes within quotes', () => {
    const text = '"id";"a;b,c,d,e"\r\n1;"He said ""yes"";\nand left"\r\n';
    expect(readHeader(utf8(text), true)).toMatchObject({
      delimiter: ';',
      columns: ['id', 'a;b,c,d,e'],
      rows: [['1', 'He said "yes";\nand left']],
    });
  });

  it('shows ten rows, and no row that the part of the file cuts', () => {
    const rows = Array.from({ length: 20 }, (_, index) => `${index};x`);
    expect(readHeader(utf8(['id;name', ...rows].join('\n')), true)?.rows).toHaveLength(10);
    expect(readHeader(utf8('id;name\n1;x\n2;unfini'), false)?.rows).toEqual([['1', 'x']]);
    expect(readHeader(utf8('id;name\n1;x\n2;whole'), true)?.rows).toEqual([
      ['1', 'x'],
      ['2', 'whole'],
    ]);
  });

  it('recognizes UTF-16 by its mark and reads what is no UTF-8 as Windows-1252', () => {
    const utf16 = new Uint8Array([0xff, 0xfe, ...[...'id;größe'].flatMap((each) => [each.charCodeAt(0), 0])]);
    expect(readHeader(utf16, true)).toMatchObject({ encoding: 'UTF-16', columns: ['id', 'größe'] });
    const windows = new Uint8Array([...'id;gr'].map((each) => each.charCodeAt(0)).concat(0xf6, 0xdf));
    expect(readHeader(windows, true)).toMatchObject({ encoding: 'Windows-1252', columns: ['id', 'größ'] });
  });

  it('a character that the part of the file cuts does not make it another encoding', () => {
    const bytes = utf8('id;name\n1;größ');
    expect(readHeader(bytes.subarray(0, bytes.length - 1), false)?.encoding).toBe('UTF-8');
  });

  it('a file without a header has no preview', () => {
    expect(readHeader(utf8(''), true)).toBeUndefined();
    expect(readHeader(utf8('\n\n'), true)).toBeUndefined();
  });
});
