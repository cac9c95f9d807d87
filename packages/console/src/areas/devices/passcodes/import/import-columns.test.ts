import { describe, expect, it } from 'vitest';
import { csvLines } from '../../../../core/csv/csv-lines.ts';
import {
  importCsv,
  importRows,
  looksLikeHeadings,
  mappingFromHeadings,
  mappingFromValues,
  unknownGroups,
} from './import-columns.ts';

describe('the columns of an import', () => {
  it.each([
    [
      'Vorname;Nachname;Klasse;Erziehungsberechtigte;E-Mail Eltern',
      ['firstName', 'lastName', 'group', 'guardian', 'guardianEmail'],
    ],
    ['Name;Vorname;Kurs;Mutter', ['lastName', 'firstName', 'group', 'guardian']],
    ['Nom;Prénom;Classe;Courriel des parents', ['lastName', 'firstName', 'group', 'guardianEmail']],
    ['Nombre;Apellidos;Grupo;Correo', ['firstName', 'lastName', 'group', 'email']],
    ['Schüler:in;E-Mail;Bemerkung', ['name', 'email', null]],
    [
      'name;email;group;admin;hours;guardian;guardianEmail',
      ['name', 'email', 'group', 'admin', 'hours', 'guardian', 'guardianEmail'],
    ],
    ['Name;Telefon Eltern;Eltern', ['name', null, 'guardian']],
    ['Name;E-Mail;Zweite E-Mail', ['name', 'email', null]],
  ])('are proposed from their headings: %s', (line, mapping) => {
    expect(mappingFromHeadings(line.split(';'))).toEqual(mapping);
    expect(looksLikeHeadings(line.split(';'))).toBe(true);
  });

  it('are proposed from a line of a file without headings', () => {
    expect(looksLikeHeadings(['Anna Berg', 'anna@example.org'])).toBe(false);
    expect(mappingFromValues(['7', 'anna@example.org', 'x'])).toEqual(['name', 'email', null]);
  });

  it('are sent under the names of the call, with the parts of a name joined', () => {
    const lines = csvLines('Müller-Lüdenscheidt;Zoë;3b;"Ines; Berg"\n\nBerg;Anna;;');
    const rows = importRows(lines, ['lastName', 'firstName', 'group', 'guardian']);
    expect(rows.map(({ line, values }) => [line, values.name])).toEqual([
      [1, 'Zoë Müller-Lüdenscheidt'],
      [3, 'Anna Berg'],
    ]);
    expect(importCsv(rows)).toBe(
      '\uFEFFname,email,group,admin,hours,guardian,guardianEmail\r\nZoë Müller-Lüdenscheidt,,3b,,,"Ines; Berg",\r\nAnna Berg,,,,,,\r\n',
    );
    expect(unknownGroups([...rows, ...rows], ['3A'])).toEqual(['3b']);
    expect(unknownGroups(rows, ['3B'])).toEqual([]);
  });
});
