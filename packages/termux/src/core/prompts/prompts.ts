import type { Store } from '@fairwatch/device/core';
import { problemText } from '@fairwatch/device/words';
import type { Notifications } from '../notifications/notifications.ts';
import type { TermuxState } from '../state/termux-state.ts';
import { createNotificationSet } from './notification-set.ts';
import type { LiveViewScreen } from '../live-view/live-view-screen.ts';
import { captureId, liveViewId, promptsOf } from './prompts-of.ts';
import { phoneText } from '../texts/phone.texts.ts';

export interface Prompts {
  /** Removes all notifications that ask or tell something, and posts no more. */
  close(): Promise<void>;
}

interface PromptParts {
  notifications: Notifications;
  live: Store<TermuxState>;
  liveViews: Pick<LiveViewScreen, 'onShown' | 'fail'>;
  log(line: string): void;
}

/** Shows what is asked of the person, and what runs, as notifications, and removes them afterwards. */
export function startPrompts({ notifications, live, liveViews, log }: PromptParts): Prompts {
  const startedAt = new Date().toISOString();
  const shown = createNotificationSet(notifications, {
    onPosted({ id }) {
      if (id === captureId) live.get().capture?.onShown();
      if (id === liveViewId) liveViews.onShown();
    },
    onFailed({ id, title }, problem) {
      const text = problemText(problem);
      log(phoneText('notification.failed', { title, problem: text }));
      // Nothing is captured that the person does not see.
      if (id === captureId)
        live.get().capture?.fail(new Error(phoneText('notification.captureHidden', { problem: text })));
      if (id === liveViewId) liveViews.fail(new Error(phoneText('notification.liveViewHidden', { problem: text })));
    },
  });
  const update = () => shown.show(promptsOf(live.get(), startedAt));
  const stop = live.subscribe(update);
  update();
  return {
    async close() {
      stop();
      await shown.clear();
    },
  };
}
