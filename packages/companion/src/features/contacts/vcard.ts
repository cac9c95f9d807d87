import { contactRecord, contactsAtMost, isEmptyContact, type ContactRecord } from './contact-item.ts';
import { decodeText, readVcardLines, type VcardLine } from './vcard-lines.ts';
import { t } from './contacts.texts.ts';

const maxBytes = 5 * 1024 * 1024;

/** Reads the contacts of a .vcf file (vCard 2.1, 3.0 and 4.0). Throws a readable error for an invalid file. */
export async function readVcardFile(file: Blob): Promise<ContactRecord[]> {
  if (file.size > maxBytes) {
    throw new Error(t('tooLarge'));
  }
  return parseVcards(decodeText(new Uint8Array(await file.arrayBuffer())));
}

export function parseVcards(text: string): ContactRecord[] {
  const found: ContactRecord[] = [];
  let card: VcardLine[] | null = null;
  /** The nesting depth: cards inside cards, for instance of an assistant, are skipped. */
  let inside = 0;
  for (const line of readVcardLines(text)) {
    const mark = line.value.trim().toUpperCase();
    if (line.name === 'BEGIN' && mark === 'VCARD') {
      if (card === null) card = [];
      else inside += 1;
    } else if (line.name === 'END' && mark === 'VCARD') {
      if (inside > 0) {
        inside -= 1;
      } else if (card !== null) {
        const contact = contactOf(card);
        if (!isEmptyContact(contact)) found.push(contact);
        card = null;
        if (found.length > contactsAtMost) {
          throw new Error(t('tooMany', { count: contactsAtMost }));
        }
      }
    } else if (card !== null && inside === 0) {
      card.push(line);
    }
  }
  if (card !== null) throw new Error(t('cutOff'));
  if (found.length === 0) throw new Error(t('none'));
  return found;
}

function contactOf(lines: readonly VcardLine[]): ContactRecord {
  const first = (name: string, read: (value: string) => string) => {
    for (const line of lines) {
      if (line.name !== name) continue;
      const value = read(line.value).trim();
      if (value !== '') return value;
    }
    return '';
  };
  return contactRecord({
    name: first('FN', unescaped) || first('N', nameOf) || first('ORG', (value) => partsOf(value).join(', ')),
    phoneNumber: first('TEL', (value) => unescaped(value).replace(/^tel:/i, '').replace(/;.*$/, '')),
    email: first('EMAIL', (value) => unescaped(value).replace(/^mailto:/i, '')),
    address: first('ADR', (value) => partsOf(value).join(', ')),
  });
}

/** Joins the parts of N, which are: family name; given name; additional names; prefixes; suffixes. */
function nameOf(value: string): string {
  const [family = '', given = '', further = '', before = '', after = ''] = value.split(unescapedSemicolon).map(partOf);
  return [before, given, further, family, after].filter((part) => part !== '').join(' ');
}

const unescapedSemicolon = /(?<!\\);/;

function partsOf(value: string): string[] {
  return value
    .split(unescapedSemicolon)
    .map(partOf)
    .filter((part) => part !== '');
}

function partOf(value: string): string {
  return unescaped(value)
    .replaceAll(/\s*\n\s*/g, ', ')
    .trim();
}

function unescaped(value: string): string {
  return value.replaceAll(/\\([\\,;:nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? '\n' : letter));
}
