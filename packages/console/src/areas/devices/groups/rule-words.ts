import { capabilities, type GroupRule } from '@fairwatch/contract';
import { capitalized } from '../../../core/i18n/letter-case.ts';
import { currentLanguage, i18n } from '../../../core/i18n/i18n.ts';

/** The values of a rule's conditions as an admin reads them. */
const valueWords: { [Field in keyof GroupRule]-?: (value: NonNullable<GroupRule[Field]>) => string } = {
  appVersionIs: String,
  appVersionBelow: String,
  osName: String,
  emailDomain: String,
  joinedSince: dayWords,
  status: (status) => i18n.t(`components:status.${status}`),
  shares: (shares) => listWords(shares.map((capability) => capabilities[capability].title)),
};

/** A day in UTC, as the rule counts it. */
function dayWords(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(currentLanguage(), { dateStyle: 'medium', timeZone: 'UTC' });
}

function listWords(words: readonly string[]): string {
  return new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(words);
}

/** How the devices of a group are chosen, in words: "App version older than 1.2 and status Online". */
export function ruleWords(rule: GroupRule | null): string {
  if (rule === null) return i18n.t('groups:rule.byHand');
  const conditions = (Object.keys(valueWords) as (keyof GroupRule)[]).flatMap((field) => {
    const value = rule[field];
    if (value === undefined) return [];
    const words = valueWords[field] as (given: typeof value) => string;
    return i18n.t(`groups:rule.${field}`, { value: words(value) });
  });
  return capitalized(listWords(conditions));
}
