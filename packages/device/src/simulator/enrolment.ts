import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { noticeHash, noticeLanguage, noticeVersion } from '@fairwatch/contract';
import { backoffMs } from '../core/backoff.ts';
import { join, JoinRefused, type JoinRequest } from '../core/join.ts';
import type { PhonePlan } from './phone-plan.ts';
import type { PhoneState } from './state-file.ts';

/** Joins as the phone's person would: passcode typed in, notice read, each capability chosen. */
export async function enrolPhone(serverUrl: string, passcode: string, plan: PhonePlan): Promise<PhoneState> {
  const deviceUniqueUUID = randomUUID();
  const { username, email, phoneNumber } = plan.person;
  const request: JoinRequest = {
    passcode,
    deviceUniqueUUID,
    person: { username, email, phoneNumber },
    facts: plan.facts,
    consent: {
      noticeVersion,
      noticeHash: await noticeHash(),
      language: noticeLanguage,
      capabilities: [...plan.granted],
    },
  };
  const joined = await joinPatiently(serverUrl, request);
  return { ...joined, deviceUniqueUUID };
}

const mostAttempts = 10;
/** Counting on would use up the passcode: beyond these a number is drawn. */
const countedNamesakes = 4;

/** Waits for a server that is still starting; takes the next free username when a namesake was here before. */
async function joinPatiently(serverUrl: string, request: JoinRequest) {
  const { username } = request.person;
  let namesakes = 1;
  let attempt = 0;
  for (;;) {
    try {
      return await join(serverUrl, request);
    } catch (error) {
      if (error instanceof JoinRefused && error.code === 'username_taken') {
        namesakes += 1;
        request.person.username = `${username}${namesakes <= countedNamesakes ? namesakes : randomInt(1_000_000)}`;
      } else if (error instanceof JoinRefused && error.code !== 'unavailable') {
        throw error;
      } else if (attempt === mostAttempts) {
        throw new Error(`The server at ${serverUrl} cannot be reached.`, { cause: error });
      } else {
        await delay(backoffMs(attempt));
        attempt += 1;
      }
    }
  }
}
