import type { Notifications } from '../notifications/notifications.ts';
import { noticeId, noticeNotification, type NoticeContent } from './notice-content.ts';

/** The permanent note that this phone is supervised, as an ongoing notification. */
export interface Notice {
  /** Whether it is shown. While it is not, the device collects nothing. */
  readonly isShown: boolean;
  /** Shows this; does nothing while it is shown already. Resolves when Android has it, or has refused it. */
  show(content: NoticeContent): Promise<void>;
  /** The person has swiped it away. */
  swiped(): void;
  /** Posts it again after a failure. Called with each heartbeat, so that it needs no timer of its own. */
  retry(): void;
  /** Takes it down, because the device has stopped. */
  remove(): Promise<void>;
}

interface NoticeParts {
  notifications: Notifications;
  /** Called when `isShown` has changed. */
  onChange(isShown: boolean): void;
  /** How long it stays away after the person swiped it; long enough for the server to be told. */
  repostAfterMs?: number;
  /** How often it is tried again after a failure, at most. Each attempt starts a program. */
  retryEveryMs?: number;
  now?(): number;
}

export function createNotice({
  notifications,
  onChange,
  repostAfterMs = 2000,
  retryEveryMs = 30_000,
  now = Date.now,
}: NoticeParts): Notice {
  let content: NoticeContent | null = null;
  /** What Android was told last, as text; null when that failed or is gone. */
  let posted: string | null = null;
  let isShown = false;
  let isRemoved = false;
  let isPosting = false;
  let triedAt = Number.NEGATIVE_INFINITY;
  let repost: ReturnType<typeof setTimeout> | undefined;

  function set(shown: boolean): void {
    if (isShown === shown) return;
    isShown = shown;
    onChange(shown);
  }

  const isHeldBack = () => isRemoved || repost !== undefined;

  /** Posts until what is shown is what was asked for last. */
  async function post(): Promise<void> {
    if (isPosting) return;
    isPosting = true;
    try {
      for (;;) {
        if (content === null || isHeldBack()) return;
        const text = JSON.stringify(content);
        if (posted === text) return;
        triedAt = now();
        await notifications.post(noticeNotification(content));
        // Swiped away while it was posted: it is posted again later.
        if (isHeldBack()) return;
        posted = text;
        set(true);
      }
    } catch {
      posted = null;
      set(false);
    } finally {
      isPosting = false;
    }
  }

  return {
    get isShown() {
      return isShown;
    },
    async show(next) {
      content = next;
      await post();
    },
    swiped() {
      if (isRemoved) return;
      posted = null;
      clearTimeout(repost);
      repost = setTimeout(() => {
        repost = undefined;
        void post();
      }, repostAfterMs);
      set(false);
    },
    retry() {
      if (!isShown && repost === undefined && now() - triedAt >= retryEveryMs) void post();
    },
    async remove() {
      isRemoved = true;
      clearTimeout(repost);
      set(false);
      await notifications.remove(noticeId);
    },
  };
}
