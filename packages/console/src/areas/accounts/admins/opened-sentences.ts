import type { AccessLevel, FeaturePermission } from '@fairwatch/contract';
import { i18n } from '../../../core/i18n/i18n.ts';

export type OpenedLevel = Exclude<AccessLevel, 'NO_ACCESS'>;

export interface OpenedSentence {
  level: OpenedLevel;
  text: string;
}

/** The claims about what a level opens, by name; a single sentence for a level that opens nothing. A test compares them with `can()`. */
type Opened = string | Readonly<Record<string, string>>;

const openedBy = (permission: FeaturePermission, level: OpenedLevel) =>
  i18n.t(`admins:opens.${permission}.${level}`, { returnObjects: true }) as Opened;

/** False for a level whose sentence only says that it opens nothing, or adds nothing. */
export function opensSomething(permission: FeaturePermission, level: OpenedLevel): boolean {
  return typeof openedBy(permission, level) !== 'string';
}

/** Returns a sentence about what Read Only opens and one about what Full Access adds. */
export function openedSentences(permission: FeaturePermission): OpenedSentence[] {
  const [read, full] = [openedBy(permission, 'READ_ONLY'), openedBy(permission, 'FULL_ACCESS')];
  const first = { level: 'READ_ONLY', text: sentenceOf(read) } as const;
  // Where neither level opens anything, one sentence is enough.
  if (read === full) return [first];
  const adds = typeof read !== 'string' && typeof full !== 'string' ? `${i18n.t('admins:access.also')} ` : '';
  return [first, { level: 'FULL_ACCESS', text: sentenceOf(full, adds) }];
}

function sentenceOf(opened: Opened, start = ''): string {
  if (typeof opened === 'string') return opened;
  const words = `${start}${Object.values(opened).join('; ')}.`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
