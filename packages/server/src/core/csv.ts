import type { CsvProblem } from '@fairwatch/contract';
import type { z } from 'zod/mini';

/** Limits of a file. They are checked before or while it is parsed, so that a hostile file costs no more than its bytes. */
interface CsvLimits {
  maxBytes: number;
  /** The maximum number of lines below the heading. */
  rows: number;
  fieldMaxLength: number;
}

/** The columns by name, with whether each must be there. Headings match in any case and order. */
type CsvColumns = Readonly<Record<string, boolean>>;

interface CsvRow<Column extends string> {
  /** The line on which the row begins, as an editor counts: the heading is on line 1. */
  line: number;
  /** Trimmed; empty for a column that the file does not have. */
  values: Record<Column, string>;
}

interface CsvContent<Column extends string> {
  rows: CsvRow<Column>[];
  /** At most one per line, in the order of the lines. Rows with a problem are not in `rows`. */
  problems: CsvProblem[];
}

/**
 * Parses a CSV file (RFC 4180) with a heading: fields in quotes, doubled quotes, line breaks in quotes, CRLF, LF or CR, and a byte order
 * mark. The separator is the one of comma, semicolon and tab that the heading has most often. Empty lines are skipped.
 */
export function parseCsv<Columns extends CsvColumns>(
  text: string,
  columns: Columns,
  limits: CsvLimits,
): CsvContent<keyof Columns & string> {
  if (Buffer.byteLength(text) > limits.maxBytes) {
    return failed(1, `The file is larger than ${Math.floor(limits.maxBytes / 1024)} kB.`);
  }
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const records = readRecords(content, separatorOf(content), limits.fieldMaxLength);
  const heading = records.next().value;
  if (!heading) return failed(1, 'The file is empty.');
  const order = heading.problem === null ? readHeading(heading.fields, columns) : heading.problem;
  if (typeof order === 'string') return failed(heading.line, order);

  const rows: CsvRow<string>[] = [];
  const problems: CsvProblem[] = [];
  for (const { line, fields, problem } of records) {
    if (rows.length + problems.length === limits.rows) {
      problems.push({ line, problem: `The file has more than ${limits.rows} lines below its heading.` });
      break;
    }
    const wrong = problem ?? countProblem(fields.length, order.length);
    if (wrong === null) rows.push({ line, values: valuesOf(fields, order, columns) });
    else problems.push({ line, problem: wrong });
  }
  if (rows.length + problems.length === 0) return failed(heading.line, 'The file has no line below its heading.');
  return { rows: rows as CsvRow<keyof Columns & string>[], problems };
}

function failed(line: number, problem: string): { rows: []; problems: CsvProblem[] } {
  return { rows: [], problems: [{ line, problem }] };
}

/** Returns the columns in the order of the heading, or what is wrong with it. */
function readHeading(fields: readonly string[], columns: CsvColumns): string[] | string {
  const known = Object.keys(columns);
  const order: string[] = [];
  for (const field of fields) {
    const column = known.find((name) => name.toLowerCase() === field.toLowerCase());
    if (column === undefined)
      return `The column "${field.slice(0, 40)}" is unknown. The columns are: ${known.join(', ')}.`;
    if (order.includes(column)) return `The column "${column}" is there twice.`;
    order.push(column);
  }
  const missing = known.find((name) => columns[name] === true && !order.includes(name));
  return missing === undefined ? order : `The column "${missing}" is missing.`;
}

function countProblem(found: number, expected: number): string | null {
  return found === expected ? null : `This line has ${found} fields, and the heading has ${expected}.`;
}

function valuesOf(fields: readonly string[], order: readonly string[], columns: CsvColumns): Record<string, string> {
  const values = Object.fromEntries(Object.keys(columns).map((name) => [name, '']));
  for (const [place, name] of order.entries()) values[name] = fields[place] ?? '';
  return values;
}

function separatorOf(content: string): string {
  const heading = /^(?:"[^"]*"|[^"\r\n])*/.exec(content)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const counted = [',', ';', '\t'].map((separator) => ({ separator, times: heading.split(separator).length }));
  return counted.reduce((most, each) => (each.times > most.times ? each : most)).separator;
}

interface CsvRecord {
  line: number;
  fields: string[];
  problem: string | null;
}

const control = /(?![\t\r\n])\p{Cc}/u;

/** Reads record by record and skips empty ones. A record with a problem is read on to its end, so that later lines keep their numbers. */
function* readRecords(text: string, separator: string, fieldMaxLength: number): Generator<CsvRecord, undefined> {
  /** A field in quotes, or one without. Both end before the separator, a line break or the end of the text. */
  const field = new RegExp(String.raw`"((?:[^"]|"")*)("?)([^${separator}\r\n]*)|([^${separator}\r\n]*)`, 'y');
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const record: CsvRecord = { line, fields: [], problem: null };
    for (;;) {
      field.lastIndex = at;
      const [whole = '', quoted, closed, after, plain = ''] = field.exec(text) ?? [];
      at += whole.length;
      const value = withoutGuard((quoted?.replaceAll('""', '"') ?? plain).trim());
      record.problem ??= fieldProblem(value, { isOpen: closed === '', after: after ?? '', plain, fieldMaxLength });
      record.fields.push(value);
      line += countBreaks(whole);
      if (text[at] !== separator) break;
      at += 1;
    }
    if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      line += 1;
    }
    if (record.problem !== null || record.fields.some((value) => value !== '')) yield record;
  }
}

/**
 * Removes the apostrophe that an export puts before a text that a spreadsheet would run as a formula, such as a phone number with its `+`, so that
 * an exported file can be imported again.
 */
function withoutGuard(value: string): string {
  return /^'[=+\-@]/.test(value) ? value.slice(1) : value;
}

interface FieldFacts {
  /** Its quotes do not end. */
  isOpen: boolean;
  /** The text between the closing quotes and the separator. */
  after: string;
  /** The text of a field without quotes. */
  plain: string;
  fieldMaxLength: number;
}

function fieldProblem(value: string, { isOpen, after, plain, fieldMaxLength }: FieldFacts): string | null {
  if (isOpen) return 'The quotes that open on this line do not end.';
  if (after.trim() !== '') return 'There is text after closing quotes. Quotes inside a field are written twice.';
  if (plain.includes('"'))
    return 'There are quotes inside a field. Put the field in quotes, and write those inside it twice.';
  if (value.length > fieldMaxLength) return `A field is longer than ${fieldMaxLength} characters.`;
  return control.test(value) ? 'A field has a character that nobody sees.' : null;
}

function countBreaks(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** A row of a CSV file whose values have passed their schema. */
export interface CheckedRow<Value> {
  line: number;
  value: Value;
}

/** Parses each row by a schema. What a row gets wrong is joined to one problem of its line. */
export function checkRows<Schema extends z.ZodMiniType>(
  { rows, problems }: CsvContent<string>,
  schema: Schema,
): { rows: CheckedRow<z.output<Schema>>[]; problems: CsvProblem[] } {
  const checked: CheckedRow<z.output<Schema>>[] = [];
  const found = [...problems];
  for (const { line, values } of rows) {
    const result = schema.safeParse(values);
    if (result.success) checked.push({ line, value: result.data });
    else found.push({ line, problem: result.error.issues.map(describeIssue).join('; ') });
  }
  return { rows: checked, problems: found };
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return `${path.join('.')}: ${message}`;
}

/** The problems as an answer lists them: by line, and the first ones only. */
export function listProblems(
  problems: readonly CsvProblem[],
  atMost: number,
): { problems: CsvProblem[]; problemCount: number } {
  const sorted = problems.toSorted((one, other) => one.line - other.line);
  return { problems: sorted.slice(0, atMost), problemCount: sorted.length };
}
