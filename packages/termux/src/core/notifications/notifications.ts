import { tapAction, type ProgramPaths } from '../control/program-paths.ts';
import type { ControlMessage } from '../control/control-words.ts';
import { oneLine } from '../text/one-line.ts';
import type { Termux } from '../termux/termux.ts';

/** A notification of Android. Title and content may hold an admin's words: they are arguments, never part of a command line. */
export interface Notification {
  /** The same id replaces what is shown under it. */
  id: string;
  title: string;
  content: string;
  /** It cannot be swiped away by accident. Android 14 and newer lets the person swipe it all the same. */
  isOngoing?: boolean;
  /** Makes a sound; otherwise it appears silently. */
  isUrgent?: boolean;
  /** What a tap on it does. Android takes away what was tapped and tells nobody, so that nothing that must stay has one. */
  onTap?: ControlMessage;
  /** What happens when it is swiped away. */
  onGone?: ControlMessage;
  /** At most three. */
  buttons?: readonly { text: string; tap: ControlMessage }[];
}

export interface Notifications {
  /** Resolves when Android was told to show it; rejects with a `TermuxProblem`. */
  post(notification: Notification): Promise<void>;
  /** Does not fail: one that is gone already is no problem. */
  remove(id: string): Promise<void>;
}

const titleLength = 120;
const contentLength = 500;
const buttonLength = 40;
const group = 'fairwatch';

/** Posts notifications with Termux:API. Those of one id are posted in sequence, so that the last one wins. */
export function createNotifications(termux: Termux, paths: ProgramPaths): Notifications {
  const working = new Map<string, Promise<unknown>>();
  const inSequence = <Result>(id: string, task: () => Promise<Result>): Promise<Result> => {
    const before = working.get(id) ?? Promise.resolve();
    const done = before.catch(() => undefined).then(task);
    const forget = () => {
      if (working.get(id) === done) working.delete(id);
    };
    working.set(id, done);
    done.then(forget, forget);
    return done;
  };
  return {
    post: (notification) =>
      inSequence(notification.id, async () => {
        await termux.run('termux-notification', notificationArguments(notification, paths));
      }),
    remove: (id) =>
      inSequence(id, async () => {
        await termux.run('termux-notification-remove', [id]).catch(() => undefined);
      }),
  };
}

/** The arguments of `termux-notification`. */
export function notificationArguments(notification: Notification, paths: ProgramPaths): string[] {
  const { id, title, content, isOngoing = false, isUrgent = false, onTap, onGone, buttons = [] } = notification;
  const args = ['--id', id, '--group', group, '--title', oneLine(title, titleLength)];
  args.push('--content', oneLine(content, contentLength));
  args.push('--priority', isUrgent ? 'high' : 'low');
  if (isOngoing) args.push('--ongoing');
  if (!isUrgent) args.push('--alert-once');
  if (onTap) args.push('--action', tapAction(paths, onTap));
  if (onGone) args.push('--on-delete', tapAction(paths, onGone));
  for (const [index, { text, tap }] of buttons.slice(0, 3).entries()) {
    args.push(
      `--button${index + 1}`,
      oneLine(text, buttonLength),
      `--button${index + 1}-action`,
      tapAction(paths, tap),
    );
  }
  return args;
}
