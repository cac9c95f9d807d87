import { describe, expect, it } from 'vitest';
import { parseCsv } from './csv.ts';

const columns = { name: true, email: false, city: false } as const;
const limits = { maxBytes: 10_000, rows: 5, fieldMaxLength: 50 };
const parse = (text: string, changed = {}) => parseCsv(text, columns, { ...limits, ...changed });
const rowsOf = (text: string) =>
  parse(text).rows.map(({ line, values: { name, email, city } }) => [line, name, email, city]);
const problemsOf = (text: string, changed = {}) => parse(text, changed).problems;

describe('a CSV file', () => {
  it.each([
    ['commas', 'name,email\nAnna,a@x.org'],
    ['semicolons', 'name;email\nAnna;a@x.org'],
    ['tabs', 'name\temail\nAnna\ta@x.org'],
    ['CRLF, a byte order mark and an empty last line', '\uFEFFname,email\r\nAnna,a@x.org\r\n'],
    ['the line breaks of old computers', 'name,email\rAnna,a@x.org\r'],
    ['quotes, another order and other letters', '"EMAIL","Name"\n"a@x.org","Anna"'],
    ['blanks around the fields', ' name , email \n  Anna ,\u00A0a@x.org '],
  ])('can have %s', (_, text) => {
    expect(parse(text)).toEqual({
      rows: [{ line: 2, values: { name: 'Anna', email: 'a@x.org', city: '' } }],
      problems: [],
    });
  });

  it('has separators, doubled quotes and line breaks inside quotes', () => {
    expect(rowsOf('name,city\n"Berg, Anna ""Anni""","a\r\nb"\nBen,""')).toEqual([
      [2, 'Berg, Anna "Anni"', '', 'a\r\nb'],
      [4, 'Ben', '', ''],
    ]);
  });

  it('counts lines as an editor does, also after line breaks in quotes and empty lines', () => {
    expect(rowsOf('name,city\n"Anna","x\ny\r\nz"\n\n,\nBen,b\r\n"Cy",c')).toEqual([
      [2, 'Anna', '', 'x\ny\r\nz'],
      [7, 'Ben', '', 'b'],
      [8, 'Cy', '', 'c'],
    ]);
  });

  it('says line by line what is wrong, and reads the others', () => {
    const { rows, problems } = parse('name,city\nAnna\nBen,b\nC"y,c\n"Di"x,d\nEve,e');
    expect(rows.map(({ line }) => line)).toEqual([3, 6]);
    expect(problems).toEqual([
      { line: 2, problem: 'This line has 1 fields, and the heading has 2.' },
      { line: 4, problem: expect.stringContaining('quotes inside a field') },
      { line: 5, problem: expect.stringContaining('text after closing quotes') },
    ]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['\uFEFF\n\n', 'The file is empty.'],
    ['name\n', 'no line below its heading'],
    ['Anna,a@x.org', 'The column "Anna" is unknown. The columns are: name, email, city.'],
    ['email\na@x.org', 'The column "name" is missing.'],
    ['name,NAME\nAnna,Ben', 'The column "name" is there twice.'],
    ['name,__proto__\nAnna,Ben', 'The column "__proto__" is unknown'],
    [`${'x'.repeat(5000)}\nAnna`, `The column "${'x'.repeat(40)}" is unknown`],
    [`"name\nAnna`, 'The quotes that open on this line do not end.'],
  ])('%j is refused as a whole', (text, problem) => {
    const { rows, problems } = parse(text, { fieldMaxLength: 10_000 });
    expect(rows).toEqual([]);
    expect(problems).toEqual([{ line: expect.any(Number), problem: expect.stringContaining(problem) }]);
  });

  it('has bounds: its bytes, its lines, and the length of a field', () => {
    expect(problemsOf(`name\n${'é'.repeat(5000)}`)).toEqual([{ line: 1, problem: 'The file is larger than 9 kB.' }]);
    const six = parse('name\na\nb\nc\nd\ne\nf\ng');
    expect(six.rows).toHaveLength(5);
    expect(six.problems).toEqual([{ line: 7, problem: 'The file has more than 5 lines below its heading.' }]);
    expect(problemsOf(`name\n${'x'.repeat(51)}\nBen`)).toEqual([
      { line: 2, problem: 'A field is longer than 50 characters.' },
    ]);
    expect(problemsOf('name\nA\0nna\nB\u009Fen')).toMatchObject([{ line: 2 }, { line: 3 }]);
  });

  it.each([
    ['an open quote', `name\n"${'x'.repeat(900_000)}`],
    ['doubled quotes without end', `name\n"${'""'.repeat(450_000)}`],
    ['separators only', `name${','.repeat(900_000)}`],
    ['line breaks only', '\n'.repeat(900_000)],
    ['quotes in the heading', '"'.repeat(900_001)],
    ['one line', 'x'.repeat(900_000)],
  ])('that is hostile is refused without harm: %s', (_, text) => {
    const { rows, problems } = parse(text, { maxBytes: 1_000_000 });
    expect(rows).toEqual([]);
    expect(problems).toHaveLength(1);
  });
});
