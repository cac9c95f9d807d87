import { capabilityWords, curlyQuotes, legalBases, purposeTitle, quoted, translator } from '@fairwatch/contract';
import type { GuardianOffer } from '../core/index.ts';
import { askedWords } from './asked.ts';
import { joinWords } from './joining.ts';
import texts from './texts/guardian.texts.json' with { type: 'json' };
import { dateTimeText } from './times.ts';
import type { Fact } from './types.ts';

/** What the page on which a guardian signs says. */
export const guardianWords = translator('device/guardian', texts);

/** Who asks the guardian to sign, for whom and what for. */
export function guardianFacts({
  name,
  askedBy,
  admin,
  group,
  server,
  ground,
  expiresAt,
  joined,
}: GuardianOffer): Fact[] {
  return [
    ...(name === '' ? [] : [[joinWords('facts.for'), name] as const]),
    ...(ground.guardian === null ? [] : [[joinWords('facts.guardian'), ground.guardian] as const]),
    [guardianWords('facts.askedBy'), askedBy],
    [joinWords('facts.admin'), admin],
    ...(group === null ? [] : [[joinWords('facts.group'), group] as const]),
    [joinWords('facts.server'), server],
    [joinWords('facts.purpose'), purposeTitle(ground)],
    [joinWords('facts.legalBasis'), legalBases[ground.legalBasis]],
    ...(joined ? [] : [[guardianWords('facts.until'), dateTimeText(expiresAt)] as const]),
  ];
}

/** Each kind that the child is asked to share, with the reason. */
export function guardianAskedLines({ asked, notice }: GuardianOffer): string[] {
  const words = capabilityWords({ guardian: null }, notice.language);
  return asked.map(({ capability, reason }) =>
    askedWords('because', { kind: words[capability].title, reason: quoted(reason, curlyQuotes) }),
  );
}
