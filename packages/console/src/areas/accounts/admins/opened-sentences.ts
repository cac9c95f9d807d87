import { capabilityNames, type AccessLevel, type Capability, type FeaturePermission } from '@fairwatch/contract';
import { capitalized } from '../../../core/i18n/letter-case.ts';
import { i18n } from '../../../core/i18n/i18n.ts';

export type OpenedLevel = Exclude<AccessLevel, 'NO_ACCESS'>;

export interface OpenedSentence {
  level: OpenedLevel;
  text: string;
  /** False for a level whose sentence only says that it opens nothing, or adds nothing. */
  opens: boolean;
}

/** The claims about what a level opens, by name; a single sentence for a level that opens nothing. A test compares them with `can()`. */
type Opened = string | Readonly<Record<string, string>>;

/** The claims about one kind only, of permissions that are for several kinds. A test compares them with the calls that they are about. */
const claimKinds: Readonly<Partial<Record<FeaturePermission, Readonly<Record<string, Capability>>>>> = {
  CALL_LOG: {
    read: 'CALL_LOG',
    ask: 'CALL_LOG',
    hear: 'CALL_RECORDING',
    record: 'CALL_RECORDING',
    delete: 'CALL_RECORDING',
  },
};

/** The claims of a level about kinds that are used, each text by its key so that plainer words replace it. */
function openedBy(permission: FeaturePermission, level: OpenedLevel, usedKinds: readonly Capability[]): Opened {
  const key = `admins:opens.${permission}.${level}`;
  const opened = i18n.t(key, { returnObjects: true }) as Opened;
  if (typeof opened === 'string') return opened;
  const kinds = claimKinds[permission] ?? {};
  const isUsed = (claim: string) => kinds[claim] === undefined || usedKinds.includes(kinds[claim]);
  return Object.fromEntries(
    Object.entries(opened)
      .filter(([claim]) => isUsed(claim))
      .map(([claim, text]) => [claim, i18n.t(`${key}.${claim}`, { defaultValue: text })]),
  );
}

/** Returns a sentence about what Read Only opens and one about what Full Access adds. Claims about kinds that are not used are left out. */
export function openedSentences(
  permission: FeaturePermission,
  usedKinds: readonly Capability[] = capabilityNames,
): OpenedSentence[] {
  const [read, full] = [openedBy(permission, 'READ_ONLY', usedKinds), openedBy(permission, 'FULL_ACCESS', usedKinds)];
  const first = { level: 'READ_ONLY', text: sentenceOf(read), opens: typeof read !== 'string' } as const;
  // Where neither level opens anything, one sentence is enough.
  if (read === full) return [first];
  const adds = typeof read !== 'string' && typeof full !== 'string' ? `${i18n.t('admins:access.also')} ` : '';
  return [first, { level: 'FULL_ACCESS', text: sentenceOf(full, adds), opens: typeof full !== 'string' }];
}

function sentenceOf(opened: Opened, start = ''): string {
  if (typeof opened === 'string') return opened;
  return capitalized(`${start}${Object.values(opened).join('; ')}.`);
}
