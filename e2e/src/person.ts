import { randomUUID } from 'node:crypto';
import {
  noticeHash,
  noticeLanguage,
  noticeVersion,
  type Capability,
  type Ground,
  type PersonTicket,
  type TicketMessage,
} from '@fairwatch/contract';
import {
  createNodeDevice,
  join,
  type Acts,
  type Collectors,
  type ConsentQuestion,
  type DeviceClient,
} from '@fairwatch/device';
import type { Fairwatch } from './fairwatch.ts';
import { makePasscode } from './api.ts';

const facts = {
  name: "Journey's Pixel 9",
  model: 'Google Pixel 9',
  osName: 'Android',
  osVersion: '16',
  appName: 'Fairwatch',
  appVersion: '1.0.20',
};
const vitals = {
  batteryPercent: 80,
  charging: false,
  network: 'WIFI',
  appVersion: '1.0.20',
  noticeShown: true,
} as const;

/** A person with a phone that the journey controls. */
export interface Person extends AsyncDisposable {
  deviceId: number;
  phone: DeviceClient;
  /** The consent requests that have arrived. Nothing is answered automatically. */
  questions: ConsentQuestion[];
  /** The answers to their tickets that have arrived. */
  answers: TicketMessage[];
  /** The states of their tickets that have arrived. */
  told: PersonTicket[];
}

interface Sharing {
  /** With which they join; without it, a new one of the first admin. */
  passcode?: string;
  /** The ground of that passcode, which the notice names. */
  ground?: Ground;
  capabilities?: Capability[];
  collectors?: Partial<Collectors>;
  /** The command handlers of the phone. */
  acts?: Acts;
}

/** Lets a person join over the device protocol. They share nothing by default. */
export async function joinPerson(
  { url }: Fairwatch,
  username: string,
  { passcode, ground, capabilities = [], collectors = {}, acts = {} }: Sharing = {},
): Promise<Person> {
  const { deviceId, token } = await join(url, {
    passcode: passcode ?? (await makePasscode(url)),
    deviceUniqueUUID: randomUUID(),
    person: { username, email: `${username}@example.org` },
    facts,
    consent: { noticeVersion, noticeHash: await noticeHash(ground), language: noticeLanguage, capabilities },
  });
  const [answers, told]: [TicketMessage[], PersonTicket[]] = [[], []];
  const questions: ConsentQuestion[] = [];
  const phone = createNodeDevice({
    serverUrl: url,
    token,
    facts,
    granted: () => capabilities,
    collectors,
    acts,
    vitals: () => vitals,
    log: () => {},
    onConsentRequest: (question) => void questions.push(question),
    onTicket: (ticket) => void told.push(ticket),
    onTicketAnswer: (message) => void answers.push(message),
  });
  phone.start();
  return { deviceId, phone, questions, answers, told, [Symbol.asyncDispose]: async () => void (await phone.stop()) };
}
