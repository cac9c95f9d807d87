import { capabilities, curlyQuotes, quoted, type Capability, type CommandType } from '@fairwatch/contract';
import { timeText } from './times.ts';

/** What the page of the requests says. */
export const requestWords = {
  title: 'Requests',
  none: 'Nobody asks for anything right now.',
  done: 'Since this page was opened',
  decline: 'Decline',
  share: 'Share it',
  doNotShare: 'Do not share',
} as const;

/** Each request in words for the person: "maria asks for your location". */
const asked: Readonly<Record<CommandType, string>> = {
  CAPTURE_PHOTO: 'a photo from your camera',
  CAPTURE_VIDEO: 'a video from your camera',
  CAPTURE_VOICE: 'a voice recording',
  UPDATE_LOCATIONS: 'your location',
  LIVE_LOCATION: 'your live location',
  UPDATE_CONTACTS: 'your contacts',
  UPDATE_EVENTS: 'your calendar',
  UPDATE_GALLERY: 'your photos and videos',
  FETCH_MEDIA: 'a photo or video in full',
  UPDATE_FILES: 'the list of your shared folder',
  SEND_FILE: 'a file from your shared folder',
  RECEIVE_FILES: 'to put files into your shared folder',
  CREATE_FOLDER: 'to create a folder in your shared folder',
  RENAME_FILE: 'to rename a file in your shared folder',
  DELETE_FILE: 'to delete a file from your shared folder',
  UPDATE_DEVICE_INFO: 'details of this phone',
  UPDATE_PERMISSIONS: 'which permissions this page has',
  UPDATE_CALLS: 'your call history',
  UPDATE_MESSAGES: 'your text messages',
  UPDATE_APPS: 'your installed apps',
  RECORD_CALL: 'a recording of a call',
};

/** The requests that can name several files. */
const askedForSeveral: Readonly<Partial<Record<CommandType, (files: number) => string>>> = {
  FETCH_MEDIA: (files) => `${files} photos or videos in full`,
  SEND_FILE: (files) => `${files} files from your shared folder`,
  DELETE_FILE: (files) => `to delete ${files} files from your shared folder`,
};

export function askedFor(type: CommandType, files = 1): string {
  return (files > 1 ? askedForSeveral[type]?.(files) : undefined) ?? asked[type];
}

/** Who asks for what: the heading of a request. */
export function requestTitle({ requestedBy, commandType }: { requestedBy: string; commandType: CommandType }): string {
  return `${requestedBy} asks for ${askedFor(commandType)}`;
}

/** Who asks the person to share what from now on: the heading of a question. */
export function questionTitle({ requestedBy, capability }: { requestedBy: string; capability: Capability }): string {
  return `${requestedBy} asks you to share ${capabilities[capability].title}`;
}

/** Why an admin asks, in their words. */
export function reasonText(reason: string | null): string {
  return reason === null ? 'They did not say why.' : `Reason: ${quoted(reason, curlyQuotes)}`;
}

/** What somebody may do who is allowed to follow the person for some minutes. */
export function followingText(minutes: number): string {
  return `They follow where you are for ${minutes} minutes. You see that it runs, and can stop it at any time.`;
}

export function expiryText(expiresAt: Date): string {
  return `Until ${timeText(expiresAt.toISOString())}. After that the request is over.`;
}

/** The button that allows a request; `minutes` is null for what is done once. */
export function allowText(minutes: number | null): string {
  return minutes === null ? 'Allow once' : `Allow for ${minutes} minutes`;
}

interface Outcome {
  outcome: 'done' | 'refused' | 'failed' | 'cancelled';
  /** How many rows were sent; null when nothing was. */
  rows: number | null;
  failedFiles: number;
  problem: string | null;
}

/** How a request ended. */
export function outcomeText({ outcome, rows, failedFiles, problem }: Outcome): string {
  const failed = failedFiles === 0 ? '' : `, ${failedFiles} failed`;
  if (outcome === 'done') return `${rows === null || rows === 0 ? 'done' : `sent ${rows}`}${failed}`;
  if (outcome === 'cancelled') return 'taken back, nothing was sent';
  return `nothing was sent. ${problem ?? ''}`.trim();
}

/** A finished request: who asked for what, and how it ended. */
export function doneText(done: Outcome & { requestedBy: string; commandType: CommandType; files: number }): string {
  return `${done.requestedBy} asked for ${askedFor(done.commandType, done.files)}: ${outcomeText(done)}`;
}
