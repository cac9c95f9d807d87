import type { CsvProblem } from '@fairwatch/contract';
import { useMemo, useState } from 'react';
import { csvLines, type CsvLine } from '../../../../core/csv/csv-lines.ts';
import {
  hasName,
  importCsv,
  importRows,
  looksLikeHeadings,
  mappingFromHeadings,
  mappingFromValues,
  type ColumnMapping,
  type ImportField,
  type ImportRow,
} from './import-columns.ts';
import { listText } from '../../../../core/i18n/list-text.ts';

/** A file of people as the form has it. */
export interface ImportFile {
  text: string;
  /** The first line names the columns. */
  hasHeadings: boolean;
  mapping: ColumnMapping;
}

const emptyFile: ImportFile = { text: '', hasHeadings: true, mapping: [] };

/** A file with what its columns are proposed to be. */
function fileOf(text: string): ImportFile {
  const [first] = csvLines(text);
  return withHeadings(text, first === undefined || looksLikeHeadings(first.fields));
}

function withHeadings(text: string, hasHeadings: boolean): ImportFile {
  const fields = csvLines(text)[0]?.fields ?? [];
  return { text, hasHeadings, mapping: hasHeadings ? mappingFromHeadings(fields) : mappingFromValues(fields) };
}

/** What the file gives: its columns with an example, and its rows as they are sent. */
export interface ReadFile {
  columns: readonly { heading: string; example: string }[];
  rows: readonly ImportRow[];
  /** Lines that cannot be read. */
  problems: readonly CsvProblem[];
  csv: string;
  hasName: boolean;
}

function readFile({ text, hasHeadings, mapping }: ImportFile, unreadable: (line: CsvLine) => string): ReadFile {
  const lines = csvLines(text);
  const [first] = lines;
  const body = hasHeadings ? lines.slice(1) : lines;
  const width = first?.fields.length ?? 0;
  const isReadable = ({ isOpen, fields }: CsvLine) => !isOpen && fields.length === width;
  const rows = importRows(body.filter(isReadable), mapping);
  const exampleAt = (place: number) =>
    listText(
      body
        .map(({ fields }) => fields[place] ?? '')
        .filter(Boolean)
        .slice(0, 2),
    );
  return {
    columns: (first?.fields ?? []).map((field, place) => ({
      heading: hasHeadings ? field : '',
      example: exampleAt(place),
    })),
    rows,
    problems: body.filter((line) => !isReadable(line)).map((line) => ({ line: line.line, problem: unreadable(line) })),
    csv: importCsv(rows),
    hasName: hasName(mapping),
  };
}

/** The state of the file in the form. */
export function useImportFile(unreadable: (line: CsvLine) => string) {
  const [file, setFile] = useState(emptyFile);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the words of a problem do not change it
  const read = useMemo(() => readFile(file, unreadable), [file]);
  return {
    file,
    read,
    setText: (text: string) => {
      const next = fileOf(text);
      // A correction in place keeps what was chosen by hand.
      setFile((before) => (isSameHeading(before.text, text) ? { ...before, text } : next));
      return next;
    },
    setHeadings: (hasHeadings: boolean) => setFile(({ text }) => withHeadings(text, hasHeadings)),
    setField: (place: number, field: ImportField | null) =>
      setFile((before) => ({ ...before, mapping: before.mapping.map((each, at) => (at === place ? field : each)) })),
  };
}

function isSameHeading(one: string, other: string): boolean {
  const [first, second] = [csvLines(one)[0]?.fields, csvLines(other)[0]?.fields];
  return first !== undefined && JSON.stringify(first) === JSON.stringify(second);
}
