import type { AccessLevel, FeaturePermission } from '../core/access/permissions.ts';
import type { AdminRole, UserType } from '../core/access/roles.ts';
import { retell } from '../core/texts/retell.ts';
import { textRecord, translator } from '../core/texts/translator.ts';
import texts from './feature-titles.texts.json' with { type: 'json' };

const file = 'contract/feature-titles';
const t = translator(file, texts);

/** The title of each area of the console, for the server's texts. The console shows the same. */
export const featureTitles: Readonly<Record<FeaturePermission, string>> = textRecord(texts.feature, (key) =>
  t(`feature.${key}`),
);

export const levelTitles: Readonly<Record<AccessLevel, string>> = textRecord(texts.level, (key) => t(`level.${key}`));

/** The one name of each role, for every page, mail and log. */
export const adminRoleTitles: Readonly<Record<AdminRole, string>> = textRecord(texts.role, (key) => t(`role.${key}`));

/** The one name of each type of account. A super admin's is Administrator too. */
export const userTypeTitles: Readonly<Record<UserType, string>> = textRecord(texts.userType, (key) =>
  t(`userType.${key}`),
);

/** The name of a type of account, from the English one that is stored. */
export function userTypeTitle(stored: string): string {
  return retell(file, texts, ['userType'], stored);
}
