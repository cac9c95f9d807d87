import { userList, type InputOf, type User } from '@fairwatch/contract';
import { call } from '../../../core/api/client.ts';
import { csvBlob, csvText } from '../../../core/csv/csv-text.ts';
import { saveBlob } from '../../../core/content/save-as.ts';
import { collectRows } from '../../../core/export/collect-rows.ts';
import { fileNameOf } from '../../../core/export/export-file-name.ts';
import { dayOf } from '../../../core/components/time/days.ts';

/** The columns that an import takes. */
export const peopleColumns = ['username', 'nickname', 'email', 'phoneNumber', 'userType'] as const;

/** A person as a line that an import takes again. The list has one contact: an email address or else a phone number. */
export function personLine({ username, nickname, emailOrPhone, userType }: User): string[] {
  const isEmail = emailOrPhone.includes('@');
  return [
    username,
    nickname,
    isEmail ? emailOrPhone : '',
    isEmail ? '' : emailOrPhone,
    // An administrator has that type by their role, and an import cannot set it.
    userType === 'ADMIN' ? '' : userType,
  ];
}

/**
 * Saves the people that match the search on screen as a CSV file, and returns their number. Accounts that sign in are left out, because an
 * import does not change them.
 */
export async function savePeople(input: InputOf<typeof userList>, signal: AbortSignal): Promise<number> {
  const lines: string[][] = [];
  const pages = collectRows<User>((page, pageSignal) => call(userList, { ...input, ...page }, pageSignal), signal);
  for await (const { rows } of pages) {
    lines.push(...rows.filter(({ adminStatus }) => adminStatus === 'NON_ADMIN').map(personLine));
  }
  saveBlob(csvBlob(csvText([peopleColumns, ...lines])), `${fileNameOf(['people'], dayOf(new Date()))}.csv`);
  return lines.length;
}
