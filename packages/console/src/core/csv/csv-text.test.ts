import { describe, expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

const body = (...rows: string[][]) => csvText(rows).slice(1);

describe('a CSV file', () => {
  it('has a byte order mark and lines that end with CRLF', () => {
    expect(csvText([['name'], ['Ada']])).toBe('\uFEFFname\r\nAda\r\n');
  });

  it('quotes separators, quotes and line breaks', () => {
    expect(body(['Berg, Ines', 'a;b', 'the "old" one', 'two\nlines'])).toBe(
      '"Berg, Ines","a;b","the ""old"" one","two\nlines"\r\n',
    );
  });

  it.each(['=1+1', '+49 30 1234', '-2', '@SUM(A1)', '\tx', '\rx'])(
    'makes %j a text, so that a spreadsheet does not run it',
    (cell) => {
      expect(body([cell]).replace(/^"/, '').startsWith(`'${cell}`)).toBe(true);
    },
  );

  it('leaves other texts as they are', () => {
    expect(body(['a=b', 'x-y', 'ada@example.org', "'quoted'", ''])).toBe("a=b,x-y,ada@example.org,'quoted',\r\n");
  });
});
