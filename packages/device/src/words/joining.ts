import {
  legalBasisText,
  nameInSentence,
  ownName,
  purposeTitle,
  translator,
  type GuardianSignature,
} from '@fairwatch/contract';
import type { PasscodeDescription } from '../core/index.ts';
import texts from './texts/joining.texts.json' with { type: 'json' };
import { dateTimeText } from './times.ts';
import type { Fact } from './types.ts';

/** What the steps of joining say. */
export const joinWords = translator('device/joining', texts);

/** The name that the person is asked for, as the passcode has it; empty when it has none that a person could give. */
export function nameOfPasscode({ name }: PasscodeDescription): string {
  const read = ownName.safeParse(name);
  return read.success ? read.data : '';
}

/** Why a name cannot be given; null when it can. */
export function nameRefusal(typed: string): string | null {
  const { error } = ownName.safeParse(typed);
  if (error === undefined) return null;
  return typed.trim() === ''
    ? joinWords('person.name.hint')
    : (error.issues[0]?.message ?? joinWords('person.name.hint'));
}

/** Who asks the person to join, and what for. */
export function invitationFacts({ server, admin, group, name, ground, signature }: PasscodeDescription): Fact[] {
  return [
    ...(name === '' ? [] : [[joinWords('facts.for'), name] as const]),
    [joinWords('facts.admin'), admin],
    ...(group === null ? [] : [[joinWords('facts.group'), group] as const]),
    [joinWords('facts.server'), server],
    [joinWords('facts.purpose'), purposeTitle(ground)],
    [joinWords('facts.legalBasis'), legalBasisText(ground)],
    ...(ground.guardian === null ? [] : [[joinWords('facts.guardian'), ground.guardian] as const]),
    ...(signature === null ? [] : [[joinWords('facts.signed'), signatureText(signature)] as const]),
  ];
}

/** Who signed for a minor, and when. */
export function signatureText({ by, at }: GuardianSignature): string {
  return joinWords('signature', { by: nameInSentence(by), at: dateTimeText(at) });
}

export function validUntilText(expiresAt: string): string {
  return joinWords('validUntil', { expiresAt: dateTimeText(expiresAt) });
}

/** The button that agrees to share so many capabilities. */
export function shareCountText(count: number): string {
  return joinWords('share', { count });
}

/** Who sees the name that the person is asked for. */
export function nameSeenText(admin: string): string {
  return joinWords('nameSeen', { admin });
}
