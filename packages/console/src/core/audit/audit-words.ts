import {
  apiPrefix,
  capabilities,
  commandTypes,
  type AuditAction,
  type AuditLogEntry,
  type Capability,
} from '@fairwatch/contract';
import { commandTypeText } from '../device-feature/command-texts.ts';
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

/** What stands in the exported column of details. */
export function entryDetails({ details, erased }: Pick<AuditLogEntry, 'details' | 'erased'>): string {
  return erased ? erasedText() : detailsText(details);
}

/** The details of an entry in words; what has no words is named as it was written. */
export function detailsText(details: AuditLogEntry['details']): string {
  return Object.entries(details).map(detailText).join(', ');
}

type DetailValue = AuditLogEntry['details'][string];

function detailText([key, value]: [string, DetailValue]): string {
  if (key === 'reason') return i18n.t(`audit:reason.${String(value)}`, { defaultValue: String(value) });
  const words = { value: valueText(value), count: Array.isArray(value) ? value.length : 1 };
  return i18n.t(`audit:details.${key}`, { ...words, defaultValue: `${key}: ${words.value}` });
}

function valueText(value: DetailValue): string {
  if (Array.isArray(value)) return value.map(titleOf).join(', ');
  if (value === '') return i18n.t('audit:nothing');
  const command = commandTypes.find((type) => type === value);
  return command === undefined ? titleOf(String(value)) : commandTypeText(command);
}

function titleOf(name: string): string {
  return Object.hasOwn(capabilities, name) ? capabilities[name as Capability].title : name;
}
