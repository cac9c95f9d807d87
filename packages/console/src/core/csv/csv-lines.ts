/** A line of a CSV file; one with line breaks in quotes counts from where it begins. */
export interface CsvLine {
  /** As an editor counts, from 1. */
  line: number;
  fields: readonly string[];
  /** The quotes that open on this line do not end. */
  isOpen: boolean;
}

const separators = [',', ';', '\t'] as const;

/**
 * Reads the lines of a CSV file (RFC 4180) without those that are empty. The separator is the one of comma, semicolon and tab that the first
 * line has most often.
 */
export function csvLines(text: string): CsvLine[] {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const separator = separatorOf(content);
  const lines: CsvLine[] = [];
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let [line, start] = [1, 1];
  const endLine = (isOpen: boolean) => {
    const all = [...fields, field].map((each) => each.trim());
    if (all.some((each) => each !== '')) lines.push({ line: start, fields: all, isOpen });
    [fields, field, start] = [[], '', line];
  };
  for (let at = 0; at < content.length; at += 1) {
    const char = content[at] ?? '';
    const isBreak = char === '\n' || char === '\r';
    if (char === '\r' && content[at + 1] === '\n') at += 1;
    if (isBreak) line += 1;
    if (isQuoted) {
      if (char !== '"') field += isBreak ? ' ' : char;
      else if (content[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && field.trim() === '') {
      [isQuoted, field] = [true, ''];
    } else if (char === separator) {
      fields.push(field);
      field = '';
    } else if (isBreak) endLine(false);
    else field += char;
  }
  endLine(isQuoted);
  return lines;
}

function separatorOf(content: string): string {
  const first = /^(?:"[^"]*"|[^"\r\n])*/.exec(content)?.[0].replaceAll(/"[^"]*"/g, '') ?? '';
  const count = (separator: string) => first.split(separator).length;
  return separators.reduce<string>((most, each) => (count(each) > count(most) ? each : most), separators[0]);
}
