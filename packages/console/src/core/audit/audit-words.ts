import { apiPrefix, type AuditAction, type AuditLogEntry } from '@fairwatch/contract';
import { addTexts, i18n } from '../i18n/i18n.ts';
import texts from './audit.texts.json';

addTexts('audit', texts);

export function actionText(action: AuditAction): string {
  return i18n.t(`audit:action.${action}`);
}

/** A call as short as it is still clear: what all of them begin with says nothing. */
export function callText(path: string): string {
  return path.replace(`${apiPrefix}authenticated/`, '');
}

/** Why an entry does not say what it was about. */
export function erasedText(): string {
  return i18n.t('audit:erased');
}

/** Why it was done, in the admin's words. A refusal has none: what was refused, and why, is in its own words. */
export function reasonText({ action, details }: Pick<AuditLogEntry, 'action' | 'details'>): string {
  return action.startsWith('REFUSED_') ? '' : String(details['reason'] ?? '');
}
