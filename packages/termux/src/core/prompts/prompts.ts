import type { Store } from '@fairwatch/device/core';
import { problemText } from '@fairwatch/device/words';
import type { Notifications } from '../notifications/notifications.ts';
import type { TermuxState } from '../state/termux-state.ts';
import { createNotificationSet } from './notification-set.ts';
import { captureId, promptsOf } from './prompts-of.ts';
import { phoneText } from '../texts/phone.texts.ts';

export interface Prompts {
  /** Removes all notifications that ask or tell something, and posts no more. */
  close(): Promise<void>;
}

interface PromptParts {
  notifications: Notifications;
  live: Store<TermuxState>;
  log(line: string): void;
}

/** Shows what is asked of the person, and what runs, as notifications, and removes them afterwards. */
export function startPrompts({ notifications, live, log }: PromptParts): Prompts {
  const startedAt = new Date().toISOString();
  const shown = createNotificationSet(notifications, {
    onPosted({ id }) {
      if (id === captureId) live.get().capture?.onShown();
    },
    onFailed({ id, title }, problem) {
      const text = problemText(problem);
      log(phoneText('notification.failed', { title, problem: text }));
      // Nothing is captured that the person does not see.
      if (id === captureId)
        live.get().capture?.fail(new Error(phoneText('notification.captureHidden', { problem: text })));
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
