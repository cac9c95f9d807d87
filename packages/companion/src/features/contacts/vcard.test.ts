import { describe, expect, it } from 'vitest';
import { contactItem, contactRecord, contactsAtMost } from './contact-item.ts';
import { parseVcards, readVcardFile } from './vcard.ts';

const card = (...lines: string[]) => ['BEGIN:VCARD', ...lines, 'END:VCARD', ''].join('\r\n');
const one = (...lines: string[]) => parseVcards(card(...lines))[0];

describe('vCards', () => {
  it('reads name, first number, first email and address of version 3.0', () => {
    expect(
      one(
        'VERSION:3.0',
        'FN:Ada Lovelace',
        'N:Lovelace;Ada;;;',
        'item1.TEL;TYPE=CELL:+44 20 7946 0001',
        'TEL;TYPE=HOME:+44 20 7946 0002',
        'EMAIL;TYPE=INTERNET:ada@example.org',
        'ADR;TYPE=HOME:;;12 Queen\\, Upper St;London;;W1;UK',
      ),
    ).toEqual({
      name: 'Ada Lovelace',
      phoneNumber: '+44 20 7946 0001',
      email: 'ada@example.org',
      address: '12 Queen, Upper St, London, W1, UK',
    });
  });

  it('puts folded lines together', () => {
    expect(one('VERSION:3.0', 'FN:Grace', '  Hopper', 'TEL:1', '\t23')?.name).toBe('Grace Hopper');
    expect(one('FN:Grace', 'TEL:1', '\t23')?.phoneNumber).toBe('123');
  });

  it('decodes quoted-printable of version 2.1 in its character set, over soft line breaks', () => {
    expect(one('VERSION:2.1', 'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCl=', 'ler;J=C3=B6rg;;;')?.name).toBe(
      'Jörg Müller',
    );
    expect(one('FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:M=FCller')?.name).toBe('Müller');
    expect(one('FN;CHARSET=NO-SUCH-SET;ENCODING=QUOTED-PRINTABLE:M=C3=BCller')?.name).toBe('Müller');
    expect(one('TEL;HOME;VOICE:030 123', 'FN:A')?.phoneNumber).toBe('030 123');
  });

  it('reads addresses of numbers and emails of version 4.0, and quoted parameters', () => {
    const contact = one(
      'VERSION:4.0',
      'FN:Mae Jemison',
      'TEL;VALUE=uri;TYPE="voice:x,home":tel:+1-555-0100;ext=5',
      'EMAIL:mailto:mae@example.org',
    );
    expect(contact).toMatchObject({ phoneNumber: '+1-555-0100', email: 'mae@example.org' });
  });

  it('takes the name from N or ORG where FN is missing, and skips empty contacts', () => {
    expect(one('N:Curie;Marie;;Dr.;')?.name).toBe('Dr. Marie Curie');
    expect(one('ORG:Corner Shop;Tools')?.name).toBe('Corner Shop, Tools');
    expect(parseVcards(card('FN:', 'NOTE:x') + card('FN:B'))).toHaveLength(1);
  });

  it('skips a card within a card, pictures and invalid lines', () => {
    const text = card(
      'FN:Outer',
      'AGENT:',
      'BEGIN:VCARD',
      'FN:Inner',
      'END:VCARD',
      'PHOTO;ENCODING=b:AAAA',
      ' BBBB',
      'rubbish',
    );
    expect(parseVcards(text).map(({ name }) => name)).toEqual(['Outer']);
  });

  it('reads files in UTF-8 with a mark, UTF-16 and windows-1252', async () => {
    const text = card('FN:Žofie');
    expect(await readVcardFile(new Blob(['\uFEFF', text]))).toMatchObject([{ name: 'Žofie' }]);
    const wide = new Uint16Array(Array.from(`\uFEFF${text}`, (letter) => letter.charCodeAt(0)));
    expect(await readVcardFile(new Blob([wide]))).toMatchObject([{ name: 'Žofie' }]);
    const west = Uint8Array.from(card('FN:Müller'), (letter) => letter.charCodeAt(0));
    expect(await readVcardFile(new Blob([west]))).toMatchObject([{ name: 'Müller' }]);
  });

  it('says what is wrong with a bad file', async () => {
    expect(() => parseVcards('')).toThrow('There are no contacts in this file.');
    expect(() => parseVcards('\u0000\u0001PK not a card')).toThrow('There are no contacts');
    expect(() => parseVcards('BEGIN:VCARD\r\nFN:Half')).toThrow('ends in the middle of a contact');
    expect(() => parseVcards(card('FN:x').repeat(contactsAtMost + 1))).toThrow('more than 10,000 contacts');
    await expect(readVcardFile(new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]))).rejects.toThrow('larger than 5 MB');
  });

  it('reads 10,000 contacts and a line of megabytes in reasonable time', () => {
    const many = Array.from({ length: contactsAtMost }, (_, place) => card(`FN:Person ${place}`, `TEL:${place}`)).join(
      '',
    );
    expect(parseVcards(many)).toHaveLength(contactsAtMost);
    expect(one(`FN:${'=3D"'.repeat(500_000)}`, 'TEL:1')?.phoneNumber).toBe('1');
    expect(one(`FN;ENCODING=QUOTED-PRINTABLE:${'=41'.repeat(500_000)}`)?.name).toBe('A'.repeat(200));
  });
});

const key = (phoneNumber: string, name = 'Ada') => contactItem(contactRecord({ name, phoneNumber })).key;

describe('contacts that are shared', () => {
  it('are one when name, number and email are the same, however the number is spaced', () => {
    expect(key('+44 20-7946')).toBe(key('+44207946', 'ADA'));
    expect(key('+44 20-7946')).not.toBe(key('+44 20-7947'));
  });

  it('are cut to what the server takes', () => {
    expect(contactRecord({ name: `${'a'.repeat(199)}😀` }).name).toBe('a'.repeat(199));
  });
});
