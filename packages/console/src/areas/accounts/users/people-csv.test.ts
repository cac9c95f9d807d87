import type { User } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { csvText } from '../../../core/csv/csv-text.ts';
import { peopleColumns, personLine } from './people-csv.ts';

const mara: User = {
  id: 7,
  username: 'mara',
  displayName: 'mara',
  nickname: 'Mara',
  emailOrPhone: 'mara@example.org',
  adminStatus: 'NON_ADMIN',
  userType: 'GUEST',
  profileIconPath: '',
  appName: 'Fairwatch',
};

describe('people as CSV', () => {
  it('have the columns that an import takes, and an email address or a phone number', () => {
    expect(personLine(mara)).toEqual(['mara', 'Mara', 'mara@example.org', '', 'GUEST']);
    const line = personLine({ ...mara, emailOrPhone: '+49 30 1234' });
    expect(line[peopleColumns.indexOf('phoneNumber')]).toBe('+49 30 1234');
    expect(csvText([line])).toContain(",'+49 30 1234,");
  });

  it('leave out the type of an administrator', () => {
    expect(personLine({ ...mara, userType: 'ADMIN' }).at(-1)).toBe('');
  });
});
