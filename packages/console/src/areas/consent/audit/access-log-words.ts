import { adminRoleTitles, type AccessFacts, type AccessLogEntry } from '@fairwatch/contract';
import { i18n } from '../../../core/i18n/i18n.ts';
import { listText } from '../../../core/i18n/list-text.ts';

export function accessActionText(action: AccessLogEntry['action']): string {
  return i18n.t(`access:log.action.${action}`);
}

export function erasedText(): string {
  return i18n.t('access:log.erased');
}

/** The facts before or after a change in words: "Contacts: Read Only", "2 devices". Values without a translation are shown as stored. */
export function factsText(facts: AccessFacts): string {
  return listText(Object.entries(facts).map(factText));
}

function factText([key, value]: [string, AccessFacts[string]]): string {
  const level = i18n.t(`access:level.${String(value)}`, { defaultValue: '' });
  if (level !== '') return `${i18n.t(`access:feature.${key}`, { defaultValue: key })}: ${level}`;
  const words = Array.isArray(value)
    ? listText(value) || i18n.t('access:log.none')
    : roleText(String(value)) || i18n.t('access:log.none');
  const count = typeof value === 'number' ? value : 1;
  return i18n.t(`access:log.fact.${key}`, { value: words, count, defaultValue: `${key}: ${words}` });
}

function roleText(value: string): string {
  return Object.hasOwn(adminRoleTitles, value) ? adminRoleTitles[value as keyof typeof adminRoleTitles] : value;
}
