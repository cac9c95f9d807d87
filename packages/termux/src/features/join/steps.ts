import { capabilityRefusal, limits, type Capability, type Offers } from '@fairwatch/contract';
import { changedList, type PasscodeDescription } from '@fairwatch/device/core';
import {
  askedLines,
  askedReason,
  askedSummary,
  askedWords,
  invitationFacts,
  joinWords,
  keptText,
  nameOfPasscode,
  nameRefusal,
  nameSeenText,
  shareCountText,
  splitAsked,
  validUntilText,
  whenSharedText,
} from '@fairwatch/device/words';
import { ask, askText, askYesOrNo } from '../../core/screen/ask.ts';
import type { Screen } from '../../core/screen/screen.ts';
import {
  action,
  dim,
  facts,
  heading,
  problem,
  prose,
  quote,
  strong,
  text,
  type Block,
} from '../../core/screen/view.ts';
import { certificateFacts, type ServerCertificate } from './certificate.ts';
import { pageText } from '../../core/texts/pages.texts.ts';

/** The first step: who asks, for what, and by what the server proves who it is. */
export function askWho(
  screen: Screen,
  description: PasscodeDescription,
  certificate: ServerCertificate | null,
): Promise<'next' | 'stop'> {
  return ask<'next' | 'stop'>(screen, (answer) => ({
    view: () => ({
      title: joinWords('who.title'),
      blocks: [
        facts(invitationFacts(description)),
        ...askedBlocks(description),
        certificate === null ? text(pageText('join.notEncrypted'), 'warn') : facts(certificateFacts(certificate)),
        text(joinWords('who.stranger')),
        dim(validUntilText(description.expiresAt)),
        action(joinWords('who.decline'), () => answer('stop')),
        action(joinWords('who.next'), () => answer('next')),
      ],
    }),
    back: () => answer('stop'),
  }));
}

/** Which kinds of data the passcode asks for, and why: the reasons are marked as somebody else's words. */
function askedBlocks(description: PasscodeDescription): Block[] {
  const summary = askedSummary(description);
  return summary === null ? [] : [text(summary), ...askedLines(description).map(quote)];
}

/** The exact text that the person agrees to. It can be agreed to only at its end: what is not visible cannot be chosen. */
export function askNotice(screen: Screen, description: PasscodeDescription): Promise<'next' | 'back'> {
  return ask<'next' | 'back'>(screen, (answer) => ({
    view: () => ({
      title: joinWords('notice.title'),
      blocks: [prose(description.notice.text), action(joinWords('notice.next'), () => answer('next'))],
    }),
    back: () => answer('back'),
  }));
}

/** What to share. Nothing is preselected; each item says what is read, when, and how long it is kept. What is asked for comes first. */
export function askCapabilities(
  screen: Screen,
  description: PasscodeDescription,
  offers: Offers,
  before: readonly Capability[],
): Promise<readonly Capability[] | null> {
  let chosen = before;
  const { usedKinds } = description;
  const { words } = description.notice;
  const isPossible = (name: Capability) => capabilityRefusal(offers, name) === null;
  const impossible = usedKinds.filter((name) => !isPossible(name));
  const { asked, others } = splitAsked(description, usedKinds.filter(isPossible));
  const reasons = (name: Capability) => [askedReason(description, name) ?? []].flat();
  const possibleBlock = (name: Capability): Block => {
    const isOn = chosen.includes(name);
    return action(words[name].title, () => void (chosen = changedList(chosen, name, !isOn)), {
      key: name,
      mark: isOn ? '[x]' : '[ ]',
      hints: [
        ...reasons(name),
        words[name].shares,
        `${whenSharedText('TERMUX', name)} ${keptText(description.keptDays[name])}`.trim(),
      ],
      style: isOn ? 'good' : 'plain',
    });
  };
  return ask<readonly Capability[] | null>(screen, (answer) => ({
    view: () => ({
      title: joinWords('choices.title'),
      blocks: [
        text(askedSummary(description) ?? joinWords('choices.intro')),
        ...(asked.length === 0 ? [] : [heading(askedWords('asked', { by: description.askedBy }))]),
        ...asked.map(possibleBlock),
        ...(asked.length === 0 ? [] : [heading(askedWords('others'))]),
        ...others.map(possibleBlock),
        ...(impossible.length === 0 ? [] : [heading(joinWords('choices.impossible'))]),
        ...impossible.flatMap((name) =>
          [strong(words[name].title)].concat(reasons(name).map(dim), dim(capabilityRefusal(offers, name) ?? '')),
        ),
        action(shareCountText(chosen.length), () => answer(chosen), { key: 'agree', style: 'accent' }),
      ],
    }),
    back: () => answer(null),
  }));
}

/** Whether the phone is kept awake. Nothing is done silently: the answer of who goes on is no. */
export function askWakeLock(screen: Screen): Promise<boolean> {
  return askYesOrNo(screen, {
    title: pageText('wakeLock.title'),
    blocks: [text(pageText('wakeLock.question')), text(pageText('wakeLock.meaning'))],
    yes: pageText('wakeLock.yes'),
    no: pageText('wakeLock.no'),
  });
}

/** The person's name, so that the admin knows whose phone this is; null when they go back. */
export async function askName(
  screen: Screen,
  description: PasscodeDescription,
  refusal: string | null,
): Promise<{ displayName: string; email: string } | null> {
  const displayName = await askText(screen, {
    title: joinWords('person.title'),
    blocks: [...problem(refusal), text(nameSeenText(description.admin)), dim(joinWords('person.name.hint'))],
    label: joinWords('person.name.label'),
    initial: nameOfPasscode(description),
    maxLength: limits.displayName.maxLength,
    refuse: nameRefusal,
  });
  if (displayName === null) return null;
  const email = await askText(screen, {
    title: joinWords('person.title'),
    blocks: [dim(joinWords('person.email.hint'))],
    label: joinWords('person.email.label'),
    maxLength: limits.email.maxLength,
  });
  return email === null ? null : { displayName, email };
}
