import { userTypes, type User } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { i18n } from '../../core/i18n/i18n.ts';
import { columns } from './users.columns.tsx';

const mara: User = {
  id: 7,
  username: 'mara',
  nickname: '',
  emailOrPhone: 'mara@example.org',
  adminStatus: 'NON_ADMIN',
  userType: 'USER',
  profileIconPath: '',
  appName: 'Fairwatch',
};

describe('the users list', () => {
  it('[SPEC 2.59] has ID, username, email or phone, admin status, type, app name', () => {
    expect(columns.map(({ header }) => i18n.t(header))).toEqual([
      'ID',
      'Username',
      'Email or phone',
      'Admin status',
      'Type',
      'App name',
    ]);
  });

  it('[SPEC 1.10, 3.32] calls the types of accounts Administrator, Standard User and Guest User', () => {
    const type = columns.find(({ key }) => key === 'userType');
    expect(userTypes.map((userType) => type?.text?.({ ...mara, userType }))).toEqual([
      'Administrator',
      'Standard User',
      'Guest User',
    ]);
  });
});
