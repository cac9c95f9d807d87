import {
  legalBasisText,
  purposeTitle,
  translator,
  version,
  type Ground,
  type GuardianSignature,
} from '@fairwatch/contract';
import { joinWords, signatureText } from './joining.ts';
import { supervisorsText } from './status.ts';
import texts from './texts/about.texts.json' with { type: 'json' };
import { dateTimeText, longDayText } from './times.ts';
import type { Fact } from './types.ts';

/** What the page about the supervision says. */
export const aboutWords = translator('device/about', texts);

export function noticeTitle(noticeVersion: number): string {
  return aboutWords('notice', { version: noticeVersion });
}

interface Supervised {
  server: string;
  username: string;
  /** The admin whose passcode the person used. */
  admin: string;
  joinedAt: string;
  ground: Ground;
  /** Who signed for the person before they joined. */
  signature?: GuardianSignature | null;
  /** Who supervises now, as far as the server told. */
  supervision: { admins: readonly string[]; moreAdmins: number } | null;
}

/** By whom and why the phone is supervised, fact by fact. */
export function supervisionFacts(supervised: Supervised): Fact[] {
  const { server, username, admin, joinedAt, ground, signature = null, supervision } = supervised;
  return [
    [aboutWords('facts.server'), server],
    [aboutWords('facts.username'), username],
    [aboutWords('facts.passcodeFrom'), admin],
    [aboutWords('facts.supervisors'), supervisorsText(supervision, admin)],
    [aboutWords('facts.purpose'), purposeTitle(ground)],
    [aboutWords('facts.legalBasis'), legalBasisText(ground)],
    ...(ground.guardian === null ? [] : [[aboutWords('facts.guardian'), ground.guardian] as const]),
    ...(signature === null ? [] : [[joinWords('facts.signed'), signatureText(signature)] as const]),
    ...(ground.reviewOn === null ? [] : [[aboutWords('facts.reviewOn'), longDayText(ground.reviewOn)] as const]),
    [aboutWords('facts.joined'), dateTimeText(joinedAt)],
    [aboutWords('facts.version'), version],
  ];
}
