/** Excel's own limit; longer text would make it call the file damaged. */
const cellLimit = 32_767;
const narrowest = 10;
const widest = 48;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Places in the list of styles below. */
const styles = { heading: 1, text: 2 } as const;

/** What XML cannot hold at all, halves of characters included. */
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function xmlText(text: string): string {
  return text.replace(impossible, '').replace(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}

/**
 * A row of texts. Each cell says that it holds a text and has the format of one, so a value that starts with = + - or @
 * stays what the device sent and never becomes a formula, and a phone number keeps its zeros.
 */
export function rowXml(cells: readonly string[], place: number, style: keyof typeof styles): string {
  const written = cells.map((text, column) =>
    text === ''
      ? ''
      : `<c r="${columnName(column)}${place}" s="${styles[style]}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text.slice(0, cellLimit))}</t></is></c>`,
  );
  return `<row r="${place}">${written.join('')}</row>`;
}

/** 0 is A, 25 is Z, 26 is AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** A sheet up to its first row; the row of headings stays in sight. */
export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map((width, index) => {
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`;
  });
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

export const sheetEnd = '</sheetData></worksheet>';

/** How wide each column should be, judged by some of its texts. */
export function columnWidths(headings: readonly string[], rows: readonly (readonly string[])[]): number[] {
  return headings.map((heading, index) => {
    const longest = rows.reduce((length, cells) => Math.max(length, cells[index]?.length ?? 0), heading.length);
    return Math.min(widest, Math.max(narrowest, longest + 2));
  });
}

/** Excel refuses some signs in a sheet's name, and more than 31 of any. Sheets after the first are numbered. */
export function sheetName(name: string, place: number): string {
  const suffix = place === 0 ? '' : ` ${place + 1}`;
  const allowed = name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31 - suffix.length);
  return (allowed.trim() === '' ? 'Sheet' : allowed) + suffix;
}

/** Where a sheet lies in the file. */
export function sheetPath(place: number): string {
  return `xl/worksheets/sheet${place + 1}.xml`;
}

/** Everything around the sheets, by its path. */
export function workbookFiles(names: readonly string[]): ReadonlyMap<string, string> {
  const sheets = names.map(
    (name, place) => `<sheet name="${xmlText(name)}" sheetId="${place + 1}" r:id="rId${place + 1}"/>`,
  );
  const targets = names.map(
    (_, place) =>
      `<Relationship Id="rId${place + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${place + 1}.xml"/>`,
  );
  const overrides = names.map(
    (_, place) => `<Override PartName="/${sheetPath(place)}" ContentType="${types}.worksheet+xml"/>`,
  );
  return new Map(
    [
      [
        '[Content_Types].xml',
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${overrides.join('')}</Types>`,
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

/** Number format 49 is Excel's own "Text". */
const stylesXml = `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`;
