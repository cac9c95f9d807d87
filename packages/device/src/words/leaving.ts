import { curlyQuotes, quoted } from '@fairwatch/contract';
import type { DeviceEnd, Ending } from '../core/index.ts';

/** What the page to leave says. */
export const leaveWords = {
  title: 'Leave',
  summary: 'End the supervision and have your data deleted.',
  deleted: {
    title: 'Deleted at once',
    items: (server: string) => [
      `Everything that ${server} collected from this phone, with all photos, recordings and files.`,
      'Your name, email and phone number there, your tickets, and the messages to you.',
      'Who looked at what: the details of the log.',
    ],
  },
  stays: {
    title: 'What stays',
    items: [
      'That a device was there, what was agreed to and when, and which admin did something when. Without your name.',
      'What an admin saved or printed before: the server cannot take that back. Ask them to delete it.',
      'Older backups of the server, until they are deleted. Nobody is shown what is in them.',
    ],
  },
  forGood: {
    title: 'Leave for good',
    text: 'It cannot be undone. To come back you need a new passcode. If you only want a break, use Pause on the first page.',
    notConnected:
      'The server is not connected. Nothing is shared from the moment you leave, and the server deletes your data as soon as it is told.',
    sure: 'Yes, delete my data and end the supervision.',
  },
} as const;

/** What is said after the person has left, until the server confirms it. */
export const leavingWords = {
  title: 'You are leaving',
  text: 'Nothing of this phone is shared any more.',
  retry: 'Try now',
  gone: 'The server is gone for good',
  forget: {
    title: 'Remove it without telling the server?',
    text: (server: string) =>
      `${server} then keeps what it has collected until an admin ends this device. Do it only if that server is gone for good.`,
    yes: 'Remove it anyway',
    no: 'Go on waiting',
  },
} as const;

/** What the server does about a person who leaves. `comeBack` says how to look again later. */
export function leavingText(server: string, isConnected: boolean, comeBack: string): string {
  return isConnected
    ? `${server} is deleting your data…`
    : `${server} is not connected. It is told as soon as it is, and deletes your data then. ${comeBack}`;
}

/** The headings after the end; a device that was replaced is connected somewhere else. */
export const endTitles: Readonly<Record<DeviceEnd, string>> = {
  left: 'You have left',
  ended: 'The supervision has ended',
  refused: 'This server does not know you any more',
  replaced: 'Connected somewhere else',
  stopped: 'Stopped',
};

/** What the end of the supervision means. */
export function endText(end: 'left' | 'ended' | 'refused', server: string): string {
  if (end === 'refused') {
    return `${server} no longer accepts this device: it was removed there. Nothing can be asked of this phone. To come back, join with a new passcode.`;
  }
  return `${server} has deleted what it collected from this phone, and your name. Nobody can ask anything of it any more.`;
}

/** Who ended it, and why. */
export function endedByText({ endedBy, reason }: Pick<Ending, 'endedBy' | 'reason'>): string {
  return `${endedBy} ended it: ${quoted(reason, curlyQuotes)}`;
}
