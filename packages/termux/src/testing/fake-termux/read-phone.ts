import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One call of a fake program. */
export interface FakeCall {
  program: string;
  args: string[];
}

/** A notification as the person sees it, and what its parts run. */
export interface FakeNotification {
  id: string;
  title: string;
  content: string;
  ongoing: boolean;
  /** The texts of its buttons, by their place. */
  buttons: Partial<Record<'button1' | 'button2' | 'button3', string>>;
  actions: Partial<Record<'action' | 'button1' | 'button2' | 'button3' | 'delete', string>>;
}

/** Every call of a fake program, oldest first. */
export function readCalls(phone: string): FakeCall[] {
  const texts = nulSeparated(path.join(phone, 'calls.log')) ?? [];
  const calls: FakeCall[] = [];
  for (let at = 0; at < texts.length;) {
    const count = Number(texts[at + 1]);
    calls.push({ program: texts[at] ?? '', args: texts.slice(at + 2, at + 2 + count) });
    at += 2 + count;
  }
  return calls;
}

export function readNotifications(phone: string): FakeNotification[] {
  return readdirSync(path.join(phone, 'notifications'))
    .filter((id) => !id.startsWith('.'))
    .flatMap((id) => readNotification(phone, id) ?? []);
}

/** The notification with this id; undefined when it is not shown. */
export function readNotification(phone: string, id: string): FakeNotification | undefined {
  const texts = nulSeparated(path.join(phone, 'notifications', id));
  if (!texts) return undefined;
  const options = new Map<string, string>();
  for (let at = 0; at < texts.length; at += 2) options.set(texts[at] ?? '', texts[at + 1] ?? '');
  return {
    id,
    title: options.get('title') ?? '',
    content: options.get('content') ?? '',
    ongoing: options.has('ongoing'),
    buttons: known({
      button1: options.get('button1'),
      button2: options.get('button2'),
      button3: options.get('button3'),
    }),
    actions: known({
      action: options.get('action'),
      button1: options.get('button1-action'),
      button2: options.get('button2-action'),
      button3: options.get('button3-action'),
      delete: options.get('on-delete'),
    }),
  };
}

function known<Name extends string>(texts: Record<Name, string | undefined>): Partial<Record<Name, string>> {
  const present = Object.entries(texts).filter(([, text]) => text !== undefined && text !== '');
  return Object.fromEntries(present) as Partial<Record<Name, string>>;
}

/** The texts of a file, each of which ends with NUL; undefined when there is no such file. */
function nulSeparated(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\0').slice(0, -1);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
