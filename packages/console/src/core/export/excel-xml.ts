import { xmlText } from './xml-text.ts';
import type { SheetType } from '../components/table/columns.ts';
import type { ExcelColumn, SheetRow } from './excel-table.ts';

/** Excel's limit of characters in a cell. It reports a file with longer text as damaged. */
const maxCellLength = 32_767;
const minColumnWidth = 10;
const maxColumnWidth = 48;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetMl = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The same format in every country, which also sorts as text. */
const dateFormat = 'yyyy-mm-dd hh:mm:ss';

/** The number format of each type: Excel's built-in ones have ids up to 163, ours follow. */
const numberFormats: Readonly<Record<SheetType, number>> = {
  number: 0,
  degrees: 164,
  metres: 3,
  bytes: 3,
  percent: 9,
  duration: 46,
  moment: 165,
  clock: 165,
};
const ownFormats = { 164: '0.000000', 165: dateFormat };

/** Number format 49 is Excel's own "Text". */
const textFormat = 49;
const types = Object.keys(numberFormats) as SheetType[];

/** Indexes of the styles below: headings, texts, then one style for each type of number. */
const styles = { heading: 1, text: 2, firstType: 3 } as const;

function styleOf(type: SheetType): number {
  return styles.firstType + types.indexOf(type);
}

/** The row of headings, in bold. */
export function headingsXml(columns: readonly ExcelColumn[]): string {
  const cells = columns.map(({ heading }, column) => textCell(heading, `${columnName(column)}1`, styles.heading));
  return `<row r="1">${cells.join('')}</row>`;
}

/** A row of texts and numbers. Rows are numbered from 1. */
export function rowXml(cells: SheetRow, rowNumber: number, columns: readonly ExcelColumn[]): string {
  const written = cells.map((value, column) => {
    const address = `${columnName(column)}${rowNumber}`;
    if (typeof value === 'string') return textCell(value, address, styles.text);
    return `<c r="${address}" s="${styleOf(columns[column]?.type ?? 'number')}"><v>${value}</v></c>`;
  });
  return `<row r="${rowNumber}">${written.join('')}</row>`;
}

/**
 * A cell with the type and the format of text, so that a value that starts with = + - or @ never becomes a formula, and a phone
 * number keeps its leading zeros.
 */
function textCell(text: string, address: string, style: number): string {
  if (text === '') return '';
  const content = xmlText(text.slice(0, maxCellLength));
  return `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
}

/** The letters of a column: A for 0, Z for 25, AA for 26. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** The beginning of a sheet, up to its first row. The row of headings is frozen. */
export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map((width, index) => {
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

/** The end of a sheet, after its last row. It adds an auto filter to the headings. */
export function sheetEnd(columns: number, rows: number): string {
  const filter = columns === 0 ? '' : `<autoFilter ref="A1:${columnName(columns - 1)}${rows}"/>`;
  return `</sheetData>${filter}</worksheet>`;
}

/** The width of each column in characters, from a sample of rows. A heading needs room for its filter button. */
export function columnWidths(columns: readonly ExcelColumn[], rows: readonly SheetRow[]): number[] {
  return columns.map(({ heading, type }, index) => {
    const longest = rows.reduce((length, cells) => Math.max(length, lengthOf(cells[index] ?? '', type)), 0);
    return Math.min(maxColumnWidth, Math.max(minColumnWidth, longest + 2, heading.length + 4));
  });
}

/** The approximate number of characters of a cell. */
function lengthOf(value: SheetRow[number], type: SheetType): number {
  if (typeof value === 'string') return value.length;
  return numberFormats[type] === 165 ? dateFormat.length : Math.min(12, String(value).length + 2);
}

/** A valid name of a sheet: Excel refuses some characters, and more than 31. Sheets after the first are numbered. */
export function sheetName(name: string, index: number): string {
  const suffix = index === 0 ? '' : ` ${index + 1}`;
  const allowed = name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31 - suffix.length);
  return (allowed.trim() === '' ? 'Sheet' : allowed) + suffix;
}

/** The path of a sheet in the zip. */
export function sheetPath(index: number): string {
  return `xl/worksheets/sheet${index + 1}.xml`;
}

/** All other files of the workbook, by their paths. */
export function workbookFiles(names: readonly string[]): ReadonlyMap<string, string> {
  const sheets = names.map(
    (name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const targets = names.map(
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  const overrides = names.map(
    (_, index) => `<Override PartName="/${sheetPath(index)}" ContentType="${sheetMl}.worksheet+xml"/>`,
  );
  return new Map(
    [
      [
        '[Content_Types].xml',
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetMl}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetMl}.styles+xml"/>${overrides.join('')}</Types>`,
      ],
      [
        '_rels/.rels',
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ],
      [
        'xl/workbook.xml',
        `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.join('')}</sheets></workbook>`,
      ],
      [
        'xl/_rels/workbook.xml.rels',
        `<Relationships xmlns="${packages}/relationships">${targets.join('')}<Relationship Id="styles" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
      ],
      ['xl/styles.xml', stylesXml],
    ].map(([path = '', text = '']) => [path, declaration + text]),
  );
}

const stylesXml = [
  `<styleSheet xmlns="${main}">`,
  `<numFmts count="2">${Object.entries(ownFormats)
    .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
    .join('')}</numFmts>`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${styles.firstType + types.length}">`,
  cellFormat(0),
  cellFormat(textFormat, 1),
  cellFormat(textFormat),
  ...types.map((type) => cellFormat(numberFormats[type])),
  '</cellXfs></styleSheet>',
].join('');

function cellFormat(numberFormat: number, font = 0): string {
  return `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
}
