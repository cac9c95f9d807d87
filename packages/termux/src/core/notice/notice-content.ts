import { statusWords, supervisedByText } from '@fairwatch/device/words';
import type { Notification } from '../notifications/notifications.ts';
/** The id of the note among the notifications of this phone. */
export const noticeId = 'fairwatch-notice';

/** What the permanent note says. It changes seldom: each change is a new notification. */
export interface NoticeContent {
  /** The host of the server. */
  server: string;
  admins: readonly string[];
  isPaused: boolean;
}

const openText = 'Open';

/** The note as a notification: the server, who supervises, Pause or Resume, and Open. A tap beside the buttons would take it away. */
export function noticeNotification({ server, admins, isPaused }: NoticeContent): Notification {
  const state = isPaused ? statusWords('pause.whilePaused') : 'What you share is sent when they ask for it.';
  return {
    id: noticeId,
    title: `Fairwatch: ${server}`,
    content: `${supervisedByText(admins)}. ${state}`,
    isOngoing: true,
    onGone: { word: 'notice-gone' },
    buttons: [
      isPaused
        ? { text: statusWords('pause.resume'), tap: { word: 'resume' } }
        : { text: statusWords('pause.pause'), tap: { word: 'pause' } },
      { text: openText, tap: { word: 'open' } },
    ],
  };
}
