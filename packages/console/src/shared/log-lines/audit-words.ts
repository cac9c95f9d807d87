import { apiPrefix, inReadersTime, type AuditAction, type AuditLogEntry } from '@fairwatch/contract';
import { exactTimeText } from '../../core/components/time/time-texts.ts';
import { addTexts, currentLanguage, i18n } from '../../core/i18n/i18n.ts';
import texts from './audit.texts.json';

addTexts('audit', texts);

export function actionText(action: AuditAction): string {
  return i18n.t(`audit:action.${action}`);
}

/** The path of a call without the prefix that all paths share. */
export function callText(path: string): string {
  return path.replace(`${apiPrefix}authenticated/`, '');
}

/** The text for an entry whose details were erased. */
export function erasedText(): string {
  return i18n.t('audit:erased');
}

/** The reason that the admin gave. Empty for a refusal, whose own text says what was refused and why. */
export function reasonText({ action, details }: Pick<AuditLogEntry, 'action' | 'details'>): string {
  return action.startsWith('REFUSED_') ? '' : String(details['reason'] ?? '');
}

/** The sentence of a line, with its times in the zone of this browser. */
export function lineText(words: string): string {
  return inReadersTime(words, (at) => exactTimeText(new Date(at), currentLanguage()));
}
