import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { noticeHash, noticeLanguage, noticeVersion } from '@fairwatch/contract';
import { backoffMs } from '../core/backoff.ts';
import { askAboutPasscode, join, JoinRefused, type JoinRequest } from '../core/join.ts';
import type { PhonePlan } from './phone-plan.ts';
import { hoursToJoinWith } from './sharing-hours.ts';
import type { PhoneState } from './state-file.ts';

/** Joins as the phone's person would: passcode typed in, notice of its ground read, each capability chosen. */
export async function enrolPhone(serverUrl: string, passcode: string, plan: PhonePlan): Promise<PhoneState> {
  const deviceUniqueUUID = randomUUID();
  const { ground } = await patiently(serverUrl, () => askAboutPasscode(serverUrl, passcode));
  const { username, email, phoneNumber } = plan.person;
  const hours = hoursToJoinWith(plan);
  const request: JoinRequest = {
    passcode,
    deviceUniqueUUID,
    person: { username, email, phoneNumber },
    facts: plan.facts,
    ...(hours && { hours }),
    consent: {
      noticeVersion,
      // Of the words that this client itself would show, not of those that the server sent.
      noticeHash: await noticeHash(ground),
      language: noticeLanguage,
      capabilities: [...plan.granted],
    },
  };
  const joined = await joinPatiently(serverUrl, request);
  return { ...joined, deviceUniqueUUID, ground };
}

const mostAttempts = 10;
/** Counting on would use up the passcode: beyond these a number is drawn. */
const countedNamesakes = 4;

/** Takes the next free username when a namesake was here before. */
async function joinPatiently(serverUrl: string, request: JoinRequest) {
  const { username } = request.person;
  let namesakes = 1;
  for (;;) {
    try {
      return await patiently(serverUrl, () => join(serverUrl, request));
    } catch (error) {
      if (!(error instanceof JoinRefused) || error.code !== 'username_taken') throw error;
      namesakes += 1;
      request.person.username = `${username}${namesakes <= countedNamesakes ? namesakes : randomInt(1_000_000)}`;
    }
  }
}

/** Asks again while the server is still starting, up to some attempts. */
async function patiently<Result>(serverUrl: string, ask: () => Promise<Result>): Promise<Result> {
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
