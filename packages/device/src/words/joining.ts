import { legalBases, limits, purposeTitle } from '@fairwatch/contract';
import type { PasscodeDescription } from '../core/index.ts';
import { dateTimeText } from './times.ts';
import type { Fact } from './types.ts';

/** What the steps of joining say. */
export const joinWords = {
  back: 'Back',
  unreachable: 'The server cannot be reached. Please check your connection and try again.',
  code: {
    title: 'Join with a passcode',
    intro:
      'Your admin gave you a passcode or a link. It shows you who asks and what for. Nothing is shared until you have read it and chosen what.',
    label: 'Passcode',
    next: 'Continue',
  },
  who: {
    title: 'Who asks you to join',
    stranger: 'If you do not know this admin, stop here. Nothing has been sent about you or this phone.',
    decline: 'No, stop here',
    next: 'Read the notice',
  },
  notice: { title: 'What supervision means', next: 'I have read it' },
  choices: {
    title: 'What do you want to share?',
    intro: 'Everything is off. Switch on what you want to share; you can change it at any time.',
    impossible: 'Not possible here',
  },
  person: {
    title: 'Your name',
    username: { label: 'Username', hint: `At least ${limits.username.minLength} characters, without spaces` },
    email: { label: 'Email', hint: 'Only if you want your admin to have it' },
    next: 'Join',
  },
} as const;

/** Who asks the person to join, and what for. */
export function invitationFacts({ server, admin, group, name, ground }: PasscodeDescription): Fact[] {
  return [
    ...(name === '' ? [] : [['For', name] as const]),
    ['Admin', admin],
    ...(group === null ? [] : [['Group', group] as const]),
    ['Server', server],
    ['Purpose', purposeTitle(ground)],
    ['Legal basis', legalBases[ground.legalBasis]],
    ...(ground.guardian === null ? [] : [['Parent or guardian', ground.guardian] as const]),
  ];
}

export function validUntilText(expiresAt: string): string {
  return `The passcode is valid until ${dateTimeText(expiresAt)}.`;
}

/** The button that agrees to share so many capabilities. */
export function shareCountText(count: number): string {
  return count === 0 ? 'Share nothing' : `Share ${count}`;
}

/** Who sees the name that the person is asked for. */
export function nameSeenText(admin: string): string {
  return `Under this name ${admin} sees you in the list of devices.`;
}
