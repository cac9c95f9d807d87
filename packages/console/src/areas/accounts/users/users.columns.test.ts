import { userTypes, type User } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { columns } from './users.columns.tsx';

const mara: User = {
  id: 7,
  username: 'mara',
  displayName: 'mara',
  nickname: '',
  emailOrPhone: 'mara@example.org',
  adminStatus: 'NON_ADMIN',
  userType: 'USER',
  profileIconPath: '',
  appName: 'Fairwatch',
};

describe('the users list', () => {
  it('[SPEC 1.10, 3.32] calls the types of accounts Administrator, Standard User and Guest User', () => {
    const type = columns.find(({ key }) => key === 'userType');
    expect(userTypes.map((userType) => type?.text?.({ ...mara, userType }))).toEqual([
      'Administrator',
      'Standard User',
      'Guest User',
    ]);
  });
});
