import {
  emptyTicketCache,
  type LiveStorage,
  type SavedDevice,
  type StoredMessage,
  type TicketCache,
} from '@fairwatch/device/core';
import { noChoices, type Choices } from './choices.ts';
import { StateProblem, type StateFolder } from './state-folder.ts';
import { programText } from '../texts/program.texts.ts';

/** What joining gave: the device, and where its server is. */
export interface JoinedDevice {
  /** Address of the server, such as `https://fairwatch.example.com`. */
  serverUrl: string;
  device: SavedDevice;
}

/** How many messages of admins are kept on the phone. */
const keptMessages = 500;

/** Null while the phone has not joined. */
export async function loadJoined(folder: StateFolder): Promise<JoinedDevice | null> {
  const stored = await folder.readJson('device');
  if (stored === undefined) return null;
  if (!isJoined(stored)) {
    throw new StateProblem(programText('state.foreign', { folder: folder.path }));
  }
  return stored;
}

export async function saveJoined(folder: StateFolder, joined: JoinedDevice): Promise<void> {
  await folder.writeJson('device', joined);
}

export async function loadChoices(folder: StateFolder): Promise<Choices> {
  return { ...noChoices, ...((await folder.readJson('choices')) as Partial<Choices> | undefined) };
}

export async function saveChoices(folder: StateFolder, choices: Choices): Promise<void> {
  await folder.writeJson('choices', choices);
}

/** The messages of admins, the latest first. */
export async function loadMessages(folder: StateFolder): Promise<StoredMessage[]> {
  return ((await folder.readJson('messages')) as StoredMessage[] | undefined) ?? [];
}

export async function loadTickets(folder: StateFolder): Promise<TicketCache> {
  return { ...emptyTicketCache, ...((await folder.readJson('tickets')) as TicketCache | undefined) };
}

/** Keeps what outlives the program in the files of the state folder. */
export function createFileStorage(
  folder: StateFolder,
  { serverUrl, messages: loaded }: { serverUrl: string; messages: readonly StoredMessage[] },
): LiveStorage {
  let messages = loaded;
  const others = (notificationId: number) => messages.filter((each) => each.notificationId !== notificationId);
  return {
    saveDevice: (device) => saveJoined(folder, { serverUrl, device }),
    async saveMessage(message) {
      const isKnown = messages.some((each) => each.notificationId === message.notificationId);
      messages = isKnown
        ? messages.map((each) => (each.notificationId === message.notificationId ? message : each))
        : [message, ...messages].slice(0, keptMessages);
      await folder.writeJson('messages', messages);
    },
    async deleteMessage(notificationId) {
      messages = others(notificationId);
      await folder.writeJson('messages', messages);
    },
    saveTickets: (cache) => folder.writeJson('tickets', cache),
  };
}

function isJoined(stored: unknown): stored is JoinedDevice {
  const { serverUrl, device } = (stored ?? {}) as Partial<JoinedDevice>;
  return (
    typeof serverUrl === 'string' &&
    typeof device?.token === 'string' &&
    typeof device.deviceId === 'number' &&
    Array.isArray(device.grants?.capabilities)
  );
}
