import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { capabilityNames, noticeHash, noticeLanguage, noticeVersion, type Capability } from '@fairwatch/contract';
import { backoffMs } from '../../core/retry/backoff.ts';
import { askAboutPasscode, join, JoinRefused, type JoinRequest, type PasscodeDescription } from '../../core/join.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';
import type { PhoneState } from '../plan/state-file.ts';

/**
 * Joins as the phone's person would: passcode typed in, notice of its ground read, each capability chosen. They read it again when the owner
 * changed meanwhile what the installation uses.
 */
export async function enrolPhone(serverUrl: string, passcode: string, plan: PhonePlan): Promise<PhoneState> {
  for (let readings = 1; ; readings += 1) {
    try {
      return await readAndJoin(serverUrl, passcode, plan);
    } catch (error) {
      const isOutdated = error instanceof JoinRefused && error.code === 'notice_outdated';
      if (!isOutdated || readings === mostReadings) throw error;
    }
  }
}

/** What the person shares: all that they would and was not asked for, and most of what was. */
function chooseShared(
  { granted, declines }: Pick<PhonePlan, 'granted' | 'declines'>,
  { usedKinds, asked }: Pick<PasscodeDescription, 'usedKinds' | 'asked'>,
): Capability[] {
  const isAsked = (name: Capability) => asked.some(({ capability }) => capability === name);
  return capabilityNames.filter(
    (name) => usedKinds.includes(name) && (isAsked(name) ? !declines.includes(name) : granted.includes(name)),
  );
}

async function readAndJoin(serverUrl: string, passcode: string, plan: PhonePlan): Promise<PhoneState> {
  const deviceUniqueUUID = randomUUID();
  const description = await retryWhileStarting(serverUrl, () => askAboutPasscode(serverUrl, passcode));
  const { ground, usedKinds } = description;
  const capabilities = chooseShared(plan, description);
  const { name, username, email, phoneNumber } = plan.person;
  const request: JoinRequest = {
    passcode,
    deviceUniqueUUID,
    person: { displayName: name, username, email, phoneNumber },
    facts: plan.facts,
    ...(plan.hours !== undefined && { hours: plan.hours }),
    consent: {
      noticeVersion,
      // The hash of the text that this client itself would show, not of the one that the server sent.
      noticeHash: await noticeHash(ground, noticeLanguage, usedKinds),
      language: noticeLanguage,
      capabilities,
    },
  };
  const joined = await joinWithFreeUsername(serverUrl, request);
  const planned = plan.granted.filter((name) => usedKinds.includes(name));
  const isAsPlanned = planned.length === capabilities.length && planned.every((name) => capabilities.includes(name));
  return {
    ...joined,
    deviceUniqueUUID,
    ground,
    usedKinds,
    ...(!isAsPlanned && { grants: { capabilities, paused: false } }),
  };
}

/** How often a notice is read that changes while somebody joins. */
const mostReadings = 3;

const mostAttempts = 10;
/** The numbered usernames that are tried. After these a random number is taken, since each try counts against the passcode. */
const numberedUsernames = 4;

/** Joins with the next free username when this one is taken. */
async function joinWithFreeUsername(serverUrl: string, request: JoinRequest) {
  const { username = '' } = request.person;
  let namesakes = 1;
  for (;;) {
    try {
      return await retryWhileStarting(serverUrl, () => join(serverUrl, request));
    } catch (error) {
      if (!(error instanceof JoinRefused) || error.code !== 'username_taken') throw error;
      namesakes += 1;
      request.person.username = `${username}${namesakes <= numberedUsernames ? namesakes : randomInt(1_000_000)}`;
    }
  }
}

/** Retries while the server is still starting, up to some attempts. */
async function retryWhileStarting<Result>(serverUrl: string, ask: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof JoinRefused && error.code !== 'unavailable') throw error;
      if (attempt === mostAttempts) {
        throw new Error(`The server at ${serverUrl} cannot be reached.`, { cause: error });
      }
      await delay(backoffMs(attempt));
    }
  }
}
