/** One property of a vCard: `item1.TEL;TYPE=cell:+33 1 23`. */
export interface VcardLine {
  name: string;
  /** The parameters in capitals; those without a value, as in version 2.1, have an empty value. */
  params: ReadonlyMap<string, string>;
  /** As it is written, with escapes; quoted-printable is decoded. */
  value: string;
}

/** The properties that are used. Pictures and keys are skipped without decoding. */
const used = ['BEGIN', 'END', 'FN', 'N', 'TEL', 'EMAIL', 'ADR', 'ORG'];

/** Parses the used properties, with folded lines unfolded. Invalid lines are skipped. */
export function* readVcardLines(text: string): Generator<VcardLine> {
  let pending = '';
  let isQuoted = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (isQuoted && pending.endsWith('=')) {
      // Quoted-printable marks a soft line break by an equals sign at the end of the line.
      pending = pending.slice(0, -1) + line.replace(/^[ \t](?=.*=)/, '');
    } else if (/^[ \t]/.test(line) && pending !== '') {
      pending += line.slice(1);
    } else {
      const parsed = parseLine(pending);
      if (parsed) yield parsed;
      pending = line;
      isQuoted = /^[^:]*QUOTED-PRINTABLE[^:]*:/i.test(line);
    }
  }
  const last = parseLine(pending);
  if (last) yield last;
}

function parseLine(line: string): VcardLine | null {
  const colon = valueStart(line);
  if (colon === -1) return null;
  const [head = '', ...rest] = splitOutsideQuotes(line.slice(0, colon));
  const name = head
    .slice(head.lastIndexOf('.') + 1)
    .trim()
    .toUpperCase();
  if (!used.includes(name)) return null;
  const params = new Map(rest.map(paramOf));
  const encoded = line.slice(colon + 1);
  return { name, params, value: isQuotedPrintable(params) ? decodeQuotedPrintable(encoded, params) : encoded };
}

/** The index of the first colon outside of quotes, which ends the name and its parameters. */
function valueStart(line: string): number {
  let isInside = false;
  for (let place = 0; place < line.length; place += 1) {
    if (line[place] === '"') isInside = !isInside;
    else if (line[place] === ':' && !isInside) return place;
  }
  return -1;
}

function splitOutsideQuotes(head: string): string[] {
  return head.match(/(?:"[^"]*"|[^;"])+/g) ?? [];
}

function paramOf(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  return [name.trim().toUpperCase(), value.join('=').replaceAll('"', '').trim()];
}

function isQuotedPrintable(params: ReadonlyMap<string, string>): boolean {
  return params.has('QUOTED-PRINTABLE') || params.get('ENCODING')?.toUpperCase() === 'QUOTED-PRINTABLE';
}

function decodeQuotedPrintable(text: string, params: ReadonlyMap<string, string>): string {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (const part of text.match(/=[0-9A-F]{2}|=$|[^=]+|=/gi) ?? []) {
    if (/^=[0-9A-F]{2}$/i.test(part)) bytes.push(Number.parseInt(part.slice(1), 16));
    else if (part !== '=') bytes.push(...encoder.encode(part));
  }
  return decoderOf(params.get('CHARSET')).decode(new Uint8Array(bytes));
}

/** A character set that the browser does not know is read as UTF-8. */
function decoderOf(charset: string | undefined): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** Decodes the bytes of a file: by its byte order mark, else as UTF-8, else as windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
