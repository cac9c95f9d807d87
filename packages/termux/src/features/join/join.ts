import { setSimpleTexts, type Capability, type DeviceFacts, type Offers } from '@fairwatch/contract';
import { askAboutPasscode, JoinRefused, noticeLanguageFor, type PasscodeDescription } from '@fairwatch/device/core';
import { joinWords } from '@fairwatch/device/words';
import { askPlace, isPlaceCapability } from '../../core/person/ask-choices.ts';
import type { PlaceRules } from '../../core/person/places.ts';
import { askText, showWhile } from '../../core/screen/ask.ts';
import { openScreen } from '../../core/screen/open-screen.ts';
import type { Screen } from '../../core/screen/screen.ts';
import type { Terminal } from '../../core/screen/terminal.ts';
import { problem, text } from '../../core/screen/view.ts';
import { noChoices, type Choices } from '../../core/state/choices.ts';
import type { JoinedDevice } from '../../core/state/saved-state.ts';
import { readInvitation, readServerAddress, type Invitation } from './invitation.ts';
import { joinServer } from './join-server.ts';
import { checkServer, type CheckedServer } from './server-step.ts';
import { askCapabilities, askName, askNotice, askWakeLock, askWho } from './steps.ts';
import { pageText } from '../../core/texts/pages.texts.ts';

export interface JoinParts extends PlaceRules {
  terminal: Terminal;
  /** Where the result is kept. */
  state: { writeJson(name: 'device' | 'choices', value: unknown): Promise<void> };
  facts: DeviceFacts;
  /** What this phone can share, and why not the rest. */
  offers: Offers;
  /** The link or the passcode that the person gave when they started the program. */
  invitation: string | null;
  /** The address of the server that they gave. */
  server: string | null;
  /** The languages that the person reads, the best first. */
  languages: readonly string[];
}

const textMaxLength = 500;

/** Joins in the terminal, step by step. Nothing about the person is sent before the last one. Null when they stop. */
export async function joinInTerminal(parts: JoinParts): Promise<JoinedDevice | null> {
  const stopped = Promise.withResolvers<null>();
  const screen = openScreen({
    terminal: parts.terminal,
    header: () => ({ text: 'Fairwatch', state: pageText('join.notJoined'), style: 'dim' }),
    onQuit: () => stopped.resolve(null),
    onInputEnd: () => stopped.reject(new Error(pageText('join.noTerminal'))),
  });
  try {
    return await Promise.race([askAll(screen, parts), stopped.promise]);
  } finally {
    screen.end();
  }
}

/** What is known of the invitation so far, and why the last attempt failed. */
interface Attempt {
  serverUrl: string | null;
  passcode: string;
  refusal: string | null;
}

async function askAll(screen: Screen, parts: JoinParts): Promise<JoinedDevice | null> {
  const given = readInvitation(parts.invitation ?? '');
  let attempt: Attempt = { ...given, refusal: null };
  attempt.serverUrl ??= parts.server === null ? null : readServerAddress(parts.server);
  for (;;) {
    const complete = await askMissing(screen, attempt);
    if (complete === null) return null;
    const result = await openInvitation(screen, complete, parts.languages);
    if (result === 'stop') return null;
    if ('description' in result) return await askSteps(screen, parts, { ...complete, ...result });
    attempt = result;
  }
}

/** Asks for the server and the passcode, as far as they are not known; null when the person goes back. */
async function askMissing(
  screen: Screen,
  { serverUrl, passcode, refusal }: Attempt,
): Promise<{ serverUrl: string; passcode: string } | null> {
  const invitation = serverUrl === null ? await askServer(screen, refusal) : { serverUrl, passcode };
  if (invitation === null || invitation.serverUrl === null) return null;
  const code = invitation.passcode || passcode || (await askPasscode(screen, refusal));
  return code === null ? null : { serverUrl: invitation.serverUrl, passcode: code };
}

async function askServer(screen: Screen, refusal: string | null): Promise<Invitation | null> {
  const typed = await askText(screen, {
    title: joinWords('code.title'),
    blocks: [...problem(refusal), text(joinWords('code.intro'))],
    label: pageText('join.address'),
    maxLength: textMaxLength,
    refuse: (words) => (readServerAddress(words) === null ? pageText('join.noAddress') : null),
  });
  if (typed === null) return null;
  const link = readInvitation(typed);
  // What does not begin as a link does is the address alone.
  return { serverUrl: readServerAddress(typed), passcode: link.serverUrl === null ? '' : link.passcode };
}

async function askPasscode(screen: Screen, refusal: string | null): Promise<string | null> {
  const typed = await askText(screen, {
    title: joinWords('code.title'),
    blocks: [...problem(refusal), text(joinWords('code.intro'))],
    label: joinWords('code.label'),
    maxLength: textMaxLength,
    refuse: (words) => (readInvitation(words).passcode === '' ? pageText('join.noPasscode') : null),
  });
  return typed === null ? null : readInvitation(typed).passcode;
}

interface OpenedInvitation extends CheckedServer {
  description: PasscodeDescription;
}

/** Asks the server what the passcode is for. A refused passcode is typed again; so is the address of a server that does not answer. */
async function openInvitation(
  screen: Screen,
  { serverUrl, passcode }: { serverUrl: string; passcode: string },
  languages: readonly string[],
): Promise<OpenedInvitation | Attempt | 'stop'> {
  try {
    const checked = await checkServer(screen, serverUrl);
    if (checked === null) return 'stop';
    const asking = askAboutPasscode(serverUrl, passcode, noticeLanguageFor(languages));
    const waiting = { title: joinWords('code.title'), blocks: [text(pageText('join.asking', { serverUrl }))] };
    const description = await showWhile(screen, waiting, asking);
    setSimpleTexts(description.ground.guardian !== null);
    return { ...checked, description };
  } catch (error) {
    const refusal = refusalText(error, serverUrl);
    return error instanceof JoinRefused ? { serverUrl, passcode: '', refusal } : { serverUrl: null, passcode, refusal };
  }
}

interface Opened extends OpenedInvitation {
  serverUrl: string;
  passcode: string;
}

/** The steps from who asks to the name. Each leads back to the one before it. */
async function askSteps(screen: Screen, parts: JoinParts, opened: Opened): Promise<JoinedDevice | null> {
  const { description, certificate } = opened;
  let capabilities: readonly Capability[] = [];
  let step: 'who' | 'notice' | 'choices' = 'who';
  for (;;) {
    if (step === 'who') {
      if ((await askWho(screen, description, certificate)) === 'stop') return null;
      step = 'notice';
    } else if (step === 'notice') {
      step = (await askNotice(screen, description)) === 'next' ? 'choices' : 'who';
    } else {
      const chosen = await askCapabilities(screen, description, parts.offers, capabilities);
      if (chosen === null) {
        step = 'notice';
        continue;
      }
      capabilities = chosen;
      const choices = await askChoices(screen, capabilities, parts);
      const joined = choices && (await askNameAndJoin(screen, parts, opened, capabilities));
      if (!choices || !joined) continue;
      await parts.state.writeJson('choices', choices);
      await parts.state.writeJson('device', joined);
      return joined;
    }
  }
}

/** Asks for the folders and files of what is shared, and for the battery; null when the person goes back. */
async function askChoices(
  screen: Screen,
  capabilities: readonly Capability[],
  rules: PlaceRules,
): Promise<Choices | null> {
  const choices = { ...noChoices };
  for (const name of capabilities.filter(isPlaceCapability)) {
    const changes = await askPlace(screen, name, choices, rules);
    if (changes === null) return null;
    Object.assign(choices, changes);
  }
  return { ...choices, wakeLock: await askWakeLock(screen) };
}

/** Asks for the name until the server takes it; null when the person goes back. */
async function askNameAndJoin(
  screen: Screen,
  { facts }: JoinParts,
  { serverUrl, passcode, description }: Opened,
  capabilities: readonly Capability[],
): Promise<JoinedDevice | null> {
  let refusal: string | null = null;
  for (;;) {
    const name = await askName(screen, description, refusal);
    if (name === null) return null;
    try {
      const joining = joinServer({ serverUrl, passcode, description, facts, capabilities, ...name });
      return await showWhile(
        screen,
        { title: joinWords('person.title'), blocks: [text(pageText('join.joining'))] },
        joining,
      );
    } catch (error) {
      refusal = refusalText(error, serverUrl);
    }
  }
}

/** Why the server did not answer as hoped, in words for the person. */
function refusalText(error: unknown, serverUrl: string): string {
  if (error instanceof JoinRefused) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return `${joinWords('unreachable')} (${serverUrl}: ${cause instanceof Error ? cause.message : String(cause)})`;
}
