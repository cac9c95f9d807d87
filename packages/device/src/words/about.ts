import { legalBases, purposeTitle, version, type Ground } from '@fairwatch/contract';
import { supervisorsText } from './status.ts';
import { dateTimeText, longDayText } from './times.ts';
import type { Fact } from './types.ts';

/** What the page about the supervision says. */
export const aboutWords = {
  title: 'About this supervision',
  summary: 'The server, the reason, and the notice that you agreed to.',
  rules: 'What counts here',
} as const;

/** The rules that hold whatever an admin does. */
export const houseRules = [
  'Nothing is shared that you have not switched on. What you switch off stops at once.',
  'Everything that anybody does with this phone is in the log, and nobody can take it out.',
  'What was collected is deleted after the days that stand beside each switch, or at once when you leave.',
  'Fairwatch tells nobody else about you: it sends nothing to its makers or to other companies.',
] as const;

export function noticeTitle(noticeVersion: number): string {
  return `The notice (version ${noticeVersion})`;
}

interface Supervised {
  server: string;
  username: string;
  /** The admin whose passcode the person used. */
  admin: string;
  joinedAt: string;
  ground: Ground;
  /** Who supervises now, as far as the server told. */
  supervision: { admins: readonly string[]; moreAdmins: number } | null;
}

/** By whom and why the phone is supervised, fact by fact. */
export function supervisionFacts({ server, username, admin, joinedAt, ground, supervision }: Supervised): Fact[] {
  return [
    ['Server', server],
    ['Your name there', username],
    ['Passcode from', admin],
    ['Who can see what you share', supervisorsText(supervision, admin)],
    ['Purpose', purposeTitle(ground)],
    ['Legal basis', legalBases[ground.legalBasis]],
    ...(ground.guardian === null ? [] : [['Parent or guardian', ground.guardian] as const]),
    ...(ground.reviewOn === null ? [] : [['Looked at again on', longDayText(ground.reviewOn)] as const]),
    ['Joined', dateTimeText(joinedAt)],
    ['Version', version],
  ];
}
