import { contacts } from '@fairwatch/contract';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileText } from '../../core/parse/hostile-text-for-test.ts';
import { parseContacts } from './contacts.parse.ts';

const ada = { name: 'Ada Lovelace', number: '+44 20 7946-0001' };
const keys = (list: unknown) => parseContacts(list).map(({ key }) => key);

describe('printed contacts', () => {
  it('are rows of the contract', () => {
    expect(parseContacts([ada])).toEqual([
      { key: expect.any(String), name: 'Ada Lovelace', phoneNumber: '+44 20 7946-0001', email: '', address: '' },
    ]);
  });

  it('keep their keys when others come, go or move, and when the number is spaced differently', () => {
    const grace = { name: 'Grace', number: '555' };
    const [adaKey, graceKey] = keys([ada, grace]);
    expect(keys([grace, { name: 'New', number: '1' }, { ...ada, number: '+442079460001' }])).toEqual([
      graceKey,
      expect.any(String),
      adaKey,
    ]);
    expect(keys([{ ...ada, number: '+44 20 7946-0002' }])).not.toEqual([adaKey]);
  });

  it('have different keys although they are equal', () => {
    const found = keys([ada, ada, ada]);
    expect(new Set(found).size).toBe(3);
    expect(found[0]).toBe(keys([ada])[0]);
  });

  it('are skipped when broken and cut when too long', () => {
    const long = { name: 'x'.repeat(5000), number: 7 };
    const found = parseContacts([null, 'text', 3, [], {}, { name: null, number: '' }, { number: '12' }, long]);
    expect(found.map(({ name, phoneNumber }) => [name.length, phoneNumber])).toEqual([
      [0, '12'],
      [200, '7'],
    ]);
  });

  it('are valid rows with distinct keys, whatever is printed', () => {
    const field = fc.oneof(hostileText, fc.constant(null), fc.integer(), fc.constantFrom('a', 'b'));
    const entry = fc.oneof(fc.record({ name: field, number: field }, { requiredKeys: [] }), fc.anything());
    fc.assert(
      fc.property(fc.array(entry), (list) => {
        const rows = parseContacts(list);
        expect(rows.every((row) => contacts.record.safeParse(row).success)).toBe(true);
        expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      }),
    );
  });
});
