/** How a text begins that a spreadsheet would take for a formula and run. */
const formula = /^[=+\-@\t\r]/;

/** Writes a cell. A text that a spreadsheet would run as a formula gets a leading apostrophe, which makes it a text. */
function csvCell(text: string): string {
  const harmless = formula.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A CSV file (RFC 4180). It begins with a byte order mark, without which Excel does not read UTF-8. */
export function csvText(rows: Iterable<readonly string[]>): string {
  const lines = Array.from(rows, (row) => row.map(csvCell).join(','));
  return `\uFEFF${lines.map((line) => `${line}\r\n`).join('')}`;
}

/** The text as a file of the browser. */
export function csvBlob(text: string): Blob {
  return new Blob([text], { type: 'text/csv;charset=utf-8' });
}
