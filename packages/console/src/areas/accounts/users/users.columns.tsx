import { adminRoleTitles, shownName, userTypeTitles, type User } from '@fairwatch/contract';
import { AccountName } from '../../../core/components/people/account-name.tsx';
import type { Column } from '../../../core/components/table/columns.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import texts from './users.texts.json';

addTexts('users', texts);

const id: Column<User> = { key: 'id', header: 'users:columns.id', sortable: true, width: '4.5rem', card: 'last' };
const username: Column<User> = {
  key: 'username',
  header: 'users:columns.username',
  cell: (user) => <AccountName username={user.username} name={shownName(user)} picture={user.profileIconPath} />,
  sortable: true,
  card: 'title',
};
const emailOrPhone: Column<User> = { key: 'emailOrPhone', header: 'users:columns.emailOrPhone', sortable: true };
const adminStatus: Column<User> = {
  key: 'adminStatus',
  header: 'users:columns.adminStatus',
  text: (user) => adminRoleTitles[user.adminStatus],
  sortable: true,
  width: '9rem',
};
const userType: Column<User> = {
  key: 'userType',
  header: 'users:columns.userType',
  text: (user) => userTypeTitles[user.userType],
  sortable: true,
  width: '9rem',
};
const appName: Column<User> = { key: 'appName', header: 'users:columns.appName', width: '9.5rem' };

export const columns: readonly Column<User>[] = [id, username, emailOrPhone, adminStatus, userType, appName];

/** The columns of the Excel file. */
export const exportColumns: readonly Column<User>[] = [
  id,
  username,
  { key: 'nickname', header: 'users:columns.nickname' },
  { key: 'displayName', header: 'users:columns.displayName' },
  emailOrPhone,
  adminStatus,
  userType,
  appName,
];
