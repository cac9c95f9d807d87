import { csvText } from '../../../../core/csv/csv-text.ts';
import type { CsvLine } from '../../../../core/csv/csv-lines.ts';

/** What a column can be. First and last name together are the name. */
export const importFields = [
  'name',
  'firstName',
  'lastName',
  'email',
  'group',
  'guardian',
  'guardianEmail',
  'admin',
  'hours',
] as const;
export type ImportField = (typeof importFields)[number];

/** What each column is, in the order of the file; null for one that is left out. */
export type ColumnMapping = readonly (ImportField | null)[];

/** The columns of the call. */
const sentColumns = ['name', 'email', 'group', 'admin', 'hours', 'guardian', 'guardianEmail'] as const;

const guardianWords =
  /eltern|erzieh|sorgeberecht|vormund|mutter|vater|guardian|parent|mother|father|carer|tuteur|mere|pere|responsable|padre|madre|tutor|apoderad/;
const mailWords = /mail|correo|courriel/;
/** Numbers by which somebody is called: an import takes none. */
const phoneWords = /telefon|phone|mobil|handy|telefono|portable/;
/** Headings without accents, spaces and signs, in lower case. */
const headings: readonly (readonly [ImportField, RegExp])[] = [
  ['firstName', /^(vorname|rufname|firstname|givenname|forename|prenom|nombredepila)/],
  ['lastName', /^(nachname|familienname|zuname|lastname|surname|familyname|nomdefamille|apellido)/],
  ['name', /^(name|fullname|displayname|person|schuler|pupil|student|child|kind|eleve|enfant|alumn|nino|nom|nombre)/],
  ['group', /klasse|class|gruppe|group|kurs|grupo|clase|curso|^form$|^team$|abteilung|department/],
  ['admin', /^admin/],
  ['hours', /^(hours|stunden|heures|horas)/],
];

const plain = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/[^a-z0-9]/g, '');

function fieldOf(heading: string): ImportField | null {
  const word = plain(heading);
  if (phoneWords.test(word)) return null;
  const [isGuardian, isMail] = [guardianWords.test(word), mailWords.test(word)];
  if (isGuardian) return isMail ? 'guardianEmail' : 'guardian';
  if (isMail) return 'email';
  return headings.find(([, words]) => words.test(word))?.[0] ?? null;
}

/** Proposes what the columns are from the headings, each field once. */
export function mappingFromHeadings(fields: readonly string[]): ColumnMapping {
  const found = fields.map(fieldOf);
  const parts = new Set(found);
  // "Name; Vorname" and "Nombre; Apellidos": the other part says which one this is.
  const meant = found.map((field) => {
    if (field !== 'name') return field;
    if (parts.has('firstName') && !parts.has('lastName')) return 'lastName';
    return parts.has('lastName') && !parts.has('firstName') ? 'firstName' : field;
  });
  return meant.map((field, place) => (field !== null && meant.indexOf(field) === place ? field : null));
}

/** Proposes what the columns are from the values of a line, in a file without headings. */
export function mappingFromValues(fields: readonly string[]): ColumnMapping {
  const mail = fields.findIndex((value) => value.includes('@'));
  const name = fields.findIndex((value, place) => place !== mail && value !== '');
  return fields.map((_, place) => (place === mail ? 'email' : place === name ? 'name' : null));
}

/** True when a line reads as headings: it names a field, and no address. */
export function looksLikeHeadings(fields: readonly string[]): boolean {
  return !fields.some((field) => field.includes('@')) && fields.some((field) => fieldOf(field) !== null);
}

/** True when the mapping says who the people are. */
export function hasName(mapping: ColumnMapping): boolean {
  return mapping.some((field) => field === 'name' || field === 'firstName' || field === 'lastName');
}

/** A line of the file as it is sent. */
export interface ImportRow {
  /** Its line in the file. */
  line: number;
  values: Record<(typeof sentColumns)[number], string>;
}

/** The values of each line by field. Several columns of one field are joined by a space. */
export function importRows(lines: readonly CsvLine[], mapping: ColumnMapping): ImportRow[] {
  return lines.map(({ line, fields }) => {
    const all = (field: ImportField) =>
      fields.filter((value, place) => mapping[place] === field && value !== '').join(' ');
    const name = [all('name'), all('firstName'), all('lastName')].filter(Boolean).join(' ');
    const rest = Object.fromEntries(sentColumns.map((field) => [field, all(field)]));
    return { line, values: { ...(rest as ImportRow['values']), name } };
  });
}

/** Writes the rows as the file that the call takes. Row after row it has the line numbers from 2. */
export function importCsv(rows: readonly ImportRow[]): string {
  return csvText([sentColumns, ...rows.map(({ values }) => sentColumns.map((column) => values[column]))]);
}

/** The names of groups in the file that are not among these, each once. */
export function unknownGroups(rows: readonly ImportRow[], known: readonly string[]): string[] {
  const taken = new Set(known.map((name) => name.toLowerCase()));
  const found: string[] = [];
  for (const { group } of rows.map(({ values }) => values)) {
    if (group === '' || taken.has(group.toLowerCase())) continue;
    taken.add(group.toLowerCase());
    found.push(group);
  }
  return found;
}
