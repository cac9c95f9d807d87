import { statusWords, supervisedByText } from '@fairwatch/device/words';
import type { Notification } from '../notifications/notifications.ts';
import { pageText } from '../texts/pages.texts.ts';
/** The id of the note among the notifications of this phone. */
export const noticeId = 'fairwatch-notice';

/** What the permanent note says. It changes seldom: each change is a new notification. */
export interface NoticeContent {
  /** The host of the server. */
  server: string;
  admins: readonly string[];
  isPaused: boolean;
}

/** The note as a notification: the server, who supervises, Pause or Resume, and Open. A tap beside the buttons would take it away. */
export function noticeNotification({ server, admins, isPaused }: NoticeContent): Notification {
  const state = isPaused ? statusWords('pause.whilePaused') : statusWords('note.sharing');
  return {
    id: noticeId,
    title: statusWords('note.title', { server }),
    content: statusWords('note.text', { supervised: supervisedByText(admins), state }),
    isOngoing: true,
    onGone: { word: 'notice-gone' },
    buttons: [
      isPaused
        ? { text: statusWords('pause.resume'), tap: { word: 'resume' } }
        : { text: statusWords('pause.pause'), tap: { word: 'pause' } },
      { text: pageText('open'), tap: { word: 'open' } },
    ],
  };
}
