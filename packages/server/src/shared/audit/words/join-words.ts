import { quoted, type AuditDetails } from '@fairwatch/contract';
import { basisWords, hoursWords, purposeWords } from './fact-words.ts';
import { logText } from './log-texts.ts';

/** Describes how a device joined: on what ground, what it shares, in which hours, and what its passcode said. */
export function joinWords(details: Readonly<AuditDetails>, kinds: string): string {
  const { hours, admin, group, name } = details;
  const shared = logText('join.shares', { text: withGround(logText('join.joined'), details), kinds });
  let text = hours === undefined ? shared : logText('join.hours', { text: shared, hours: hoursWords(details) });
  // What a passcode for a named person says: whom the device went to, its group, and what admins call the person.
  if (admin !== undefined) text = logText('join.admin', { text, admin: String(admin) });
  if (group !== undefined) text = logText('join.group', { text, group: quoted(String(group)) });
  return name === undefined ? text : logText('join.name', { text, name: quoted(String(name)) });
}

/** Entries of earlier versions have no legal ground. */
function withGround(
  text: string,
  { purpose, legalBasis, guardian, signedBy, signedOn }: Readonly<AuditDetails>,
): string {
  if (purpose === undefined) return text;
  const facts = [
    logText('join.facts.purpose', { purpose: purposeWords(String(purpose)) }),
    logText('join.facts.legalBasis', { basis: basisWords(String(legalBasis)) }),
  ];
  if (guardian !== undefined) facts.push(logText('join.facts.guardian', { guardian: quoted(String(guardian)) }));
  if (signedBy !== undefined) {
    facts.push(logText('join.facts.signed', { name: quoted(String(signedBy)), day: String(signedOn) }));
  }
  return logText('join.ground', {
    text,
    facts: facts.reduce((first, second) => logText('join.facts.both', { first, second })),
  });
}
