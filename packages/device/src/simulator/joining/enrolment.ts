import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { noticeHash, noticeLanguage, noticeVersion } from '@fairwatch/contract';
import { backoffMs } from '../../core/retry/backoff.ts';
import { askAboutPasscode, join, JoinRefused, type JoinRequest } from '../../core/join.ts';
import type { PhonePlan } from '../plan/phone-plan.ts';
import type { PhoneState } from '../plan/state-file.ts';

/** Joins as the phone's person would: passcode typed in, notice of its ground read, each capability chosen. */
export async function enrolPhone(serverUrl: string, passcode: string, plan: PhonePlan): Promise<PhoneState> {
  const deviceUniqueUUID = randomUUID();
  const { ground, usedKinds } = await retryWhileStarting(serverUrl, () => askAboutPasscode(serverUrl, passcode));
  const { name, username, email, phoneNumber } = plan.person;
  const request: JoinRequest = {
    passcode,
    deviceUniqueUUID,
    person: { displayName: name, username, email, phoneNumber },
    facts: plan.facts,
    ...(plan.hours && { hours: plan.hours }),
    consent: {
      noticeVersion,
      // The hash of the text that this client itself would show, not of the one that the server sent.
      noticeHash: await noticeHash(ground, noticeLanguage, usedKinds),
      language: noticeLanguage,
      capabilities: plan.granted.filter((name) => usedKinds.includes(name)),
    },
  };
  const joined = await joinWithFreeUsername(serverUrl, request);
  return { ...joined, deviceUniqueUUID, ground, usedKinds };
}

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
