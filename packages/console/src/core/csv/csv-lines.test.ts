import { describe, expect, it } from 'vitest';
import { csvLines } from './csv-lines.ts';

const fieldsOf = (text: string) => csvLines(text).map(({ fields }) => fields);

describe('the lines of a CSV file', () => {
  it.each([',', ';', '\t'])('are separated by %j', (separator) => {
    expect(fieldsOf(['a', 'b'].join(separator) + '\n' + ['1', '2'].join(separator))).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('may have quotes with separators, doubled quotes and line breaks, and keep their numbers', () => {
    expect(csvLines('\uFEFFname;note\r\n"Berg; Ines";"the ""old"" one"\r\n\r\n"two\r\nlines";x\rlast;y')).toEqual([
      { line: 1, fields: ['name', 'note'], isOpen: false },
      { line: 2, fields: ['Berg; Ines', 'the "old" one'], isOpen: false },
      { line: 4, fields: ['two lines', 'x'], isOpen: false },
      { line: 6, fields: ['last', 'y'], isOpen: false },
    ]);
  });

  it('say when their quotes do not end, and are none in an empty file', () => {
    expect(csvLines('a\n"b')).toMatchObject([{ isOpen: false }, { line: 2, isOpen: true }]);
    expect(csvLines(' \n\n')).toEqual([]);
  });
});
