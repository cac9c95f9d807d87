import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TermuxProgram } from '../../core/termux/termux.ts';
import { readCalls, readNotification, readNotifications, type FakeCall, type FakeNotification } from './read-phone.ts';
import { fakeCalls, fakeMessages, rowLines, type FakeRow } from './fake-rows.ts';

/**
 * How a fake program ends. `empty` prints nothing and says no error, as the camera does in the background. `cut` stops in the middle of its
 * JSON, `endless` never stops printing. `arabic-digits` formats dates as a phone set to Arabic does. `transaction` is what `pm` says when
 * Android keeps its package service from the caller's streams. `same-action` is Termux:API 0.51, where every tap runs the first action
 * since the phone started.
 */
export type FakeMode =
  | 'normal'
  | 'API_ERROR'
  | 'permission'
  | 'hang'
  | 'empty'
  | 'cut'
  | 'endless'
  | 'exit1'
  | 'arabic-digits'
  | 'transaction'
  | 'same-action';

/** What of a notification is touched; `delete` is a swipe. */
export type NotificationPart = 'action' | 'button1' | 'button2' | 'button3' | 'delete';

/** A phone with Termux and Termux:API, as far as its programs show it. */
export interface FakeTermux {
  /** The folder with the programs. */
  bin: string;
  /** The home folder of the person. */
  home: string;
  /** What the phone knows and how its programs behave. */
  phone: string;
  /** The environment of a program that is started on this phone. */
  env: { PATH: string; HOME: string; FAKE_TERMUX: string; TZ: string };
  /** `kind` narrows it to some calls: for `termux-location` a provider, a request, or both as in `gps-once`. */
  setMode(program: TermuxProgram, mode: FakeMode, kind?: string): void;
  /** What a program prints from now on: text as it is, anything else as Termux:API formats JSON. */
  setOutput(program: TermuxProgram, output: unknown, kind?: string): void;
  /** The messages or calls on the phone, newest first. */
  setRows(program: 'termux-sms-list' | 'termux-call-log', rows: Iterable<FakeRow>): void;
  /** Takes a program off the phone. */
  uninstall(program: TermuxProgram): void;
  /** The calls of this program, or of all of them, oldest first. */
  calls(program?: TermuxProgram): FakeCall[];
  /** The notifications that are shown now. */
  notifications(): FakeNotification[];
  /** Runs what the person's touch runs; resolves when that has ended. Throws when it failed. */
  tapNotification(id: string, part: NotificationPart): Promise<void>;
  /** Ends the voice recording under way, as if its time were over. */
  finishRecording(): void;
}

const source = import.meta.dirname;
/** Where the system's own programs are, which the fakes are written with. */
const systemPath = '/usr/local/bin:/usr/bin:/bin';

/** Installs the fake programs and a phone with some data into a folder that is empty or missing. */
export function installFakeTermux(folder: string): FakeTermux {
  const [bin, phone, home] = ['bin', 'phone', 'home'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  cpSync(path.join(source, 'bin'), bin, { recursive: true });
  cpSync(path.join(source, 'phone'), phone, { recursive: true });
  mkdirSync(path.join(phone, 'notifications'));
  mkdirSync(home);

  const fileOf = (program: string, ending: string, kind = '') =>
    path.join(phone, [program, kind, ending].filter(Boolean).join('.'));
  const fake: FakeTermux = {
    bin,
    phone,
    home,
    env: { PATH: `${bin}:${systemPath}`, HOME: home, FAKE_TERMUX: phone, TZ: 'Europe/Berlin' },
    setMode: (program, mode, kind) => replaceFile(fileOf(program, 'mode', kind), `${mode}\n`),
    setOutput: (program, output, kind) =>
      replaceFile(fileOf(program, 'out', kind), typeof output === 'string' ? output : androidJson(output)),
    setRows: (program, rows) => replaceFile(fileOf(program, 'rows'), rowLines(rows)),
    uninstall: (program) => rmSync(path.join(bin, program)),
    calls: (program) => readCalls(phone).filter((call) => program === undefined || call.program === program),
    notifications: () => readNotifications(phone),
    tapNotification: async (id, part) => await runAction(touch(fake, id, part), home),
    finishRecording: () => writeFileSync(path.join(phone, 'recording-over'), ''),
  };
  fake.setRows('termux-sms-list', fakeMessages(3));
  fake.setRows('termux-call-log', fakeCalls(4));
  return fake;
}

/** A program that reads while a test writes sees the old file or the new one, never a part. */
function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** JSON as Termux:API writes it. */
function androidJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The action that this touch runs. As on Android, a tap on the notification itself and a swipe take it away, a tap on a button does not. */
function touch({ phone, calls }: FakeTermux, id: string, part: NotificationPart): string {
  const shown = readNotification(phone, id);
  if (!shown) throw new Error(`No notification ${id} is shown.`);
  if (!part.startsWith('button')) rmSync(path.join(phone, 'notifications', id));
  const action = { ...shown.actions }[part];
  if (action === undefined) throw new Error(`The notification ${id} has no action for ${part}.`);
  return isStuck(phone) ? firstAction(calls('termux-notification')) : action;
}

function isStuck(phone: string): boolean {
  try {
    return readFileSync(path.join(phone, 'termux-notification.mode'), 'utf8').trim() === 'same-action';
  } catch {
    return false;
  }
}

/** The first action that was ever posted, in the order in which Termux:API creates those of one notification. */
function firstAction(posted: readonly FakeCall[]): string {
  const options = ['--action', '--button1-action', '--button2-action', '--button3-action', '--on-delete'];
  const actions = posted.flatMap(({ args }) =>
    options.flatMap((option) => (args.includes(option) ? [args[args.indexOf(option) + 1] ?? ''] : [])),
  );
  return actions[0] ?? '';
}

/** Runs an action as the Termux app does: by a shell, in an environment of its own, in which nothing of the caller's is left. */
async function runAction(action: string, home: string): Promise<void> {
  const shell = spawn('/bin/sh', ['-c', action], {
    cwd: home,
    env: { HOME: home, PATH: systemPath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  shell.stdout.on('data', (data) => (said += String(data)));
  shell.stderr.on('data', (data) => (said += String(data)));
  const [code] = (await once(shell, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The action "${action}" ended with ${code}: ${said}`);
}
