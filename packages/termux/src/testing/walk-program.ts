import { mkdirSync, copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capabilities } from '@fairwatch/contract';
import { joinWords, leaveWords } from '@fairwatch/device/words';
import type { RunningProgram, TermuxPhone } from './termux-program.ts';
import { walkPages, type PageWalker, type PrintedPage } from './walk-pages.ts';

interface Joining {
  /** The link of a passcode. */
  link: string;
  username: string;
}

const calendar = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Test//EN',
  'BEGIN:VEVENT',
  'UID:dentist@example.org',
  'DTSTAMP:20261001T080000Z',
  'DTSTART:20261120T090000Z',
  'DTEND:20261120T093000Z',
  'SUMMARY:Dentist',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

/** Puts what can be shared into the home of a phone: a folder with files, a photo, a calendar. */
export function furnish({ fake }: TermuxPhone): void {
  const { home, phone } = fake;
  mkdirSync(path.join(home, 'shared/letters'), { recursive: true });
  writeFileSync(path.join(home, 'shared/letters/hello.txt'), 'Hello.');
  writeFileSync(path.join(home, 'shared/notes.txt'), 'Milk.');
  mkdirSync(path.join(home, 'storage/dcim'), { recursive: true });
  copyFileSync(path.join(phone, 'photo.jpg'), path.join(home, 'storage/dcim/photo.jpg'));
  writeFileSync(path.join(home, 'calendar.ics'), calendar);
}

/** Leaves in the terminal, as a person does who is sure; resolves when the program has ended. */
export async function leaveInTerminal(program: RunningProgram): Promise<void> {
  const pages = walkPages(program);
  await pages.choose(leaveWords('title'));
  await pages.choose(leaveWords('forGood.sure'));
  await pages.choose(leaveWords('title'));
  // The page before it offers the same choice, and the program prints that page again whenever the connection changes.
  await pages.see(leaveWords('forGood.title'));
  await pages.choose(leaveWords('title'));
  await pages.see('You have left');
  await pages.choose('Close Fairwatch');
  const code = await program.exited;
  if (code !== 0) throw new Error(`The program ended with ${code}.`);
}

/** How a person answers the questions about folders and files, by what is asked for. */
const places: Readonly<Record<string, string>> = {
  Folder: '~/shared',
  Folders: '~/storage/dcim',
  'Calendar files (.ics)': '~/calendar.ics',
};

/**
 * Joins with the link, as a person does who shares everything that this phone can share. Resolves when the person's screen is there. The
 * program goes on.
 */
export async function joinInTerminal(phone: TermuxPhone, { link, username }: Joining): Promise<RunningProgram> {
  const program = phone.start('join', link);
  const pages = walkPages(program);
  await pages.choose(joinWords('who.next'));
  await pages.choose(joinWords('notice.next'));
  await shareEverything(pages);
  for (let page = await pages.next(); page.title !== `Hello ${username}`; page = await pages.next()) {
    pages.answer(answerTo(page, username));
  }
  return program;
}

/** Switches on one after the other, until nothing is off. */
async function shareEverything(pages: PageWalker): Promise<void> {
  const titles: string[] = Object.values(capabilities).map(({ title }) => title);
  for (;;) {
    const { text, actions } = await pages.next();
    const off = actions.findIndex((label) => titles.includes(label) && text.includes(`[ ] ${label}`));
    if (off === -1) return await pages.choose(/^Share \d+$/);
    pages.answer(String(off + 1));
  }
}

/** The answers after the choices: where things are, no wake lock, and the person's name. */
function answerTo({ title, actions, field }: PrintedPage, username: string): string {
  if (field === joinWords('person.name.label')) return username;
  if (field === joinWords('person.email.label')) return '';
  const place = field === null ? undefined : places[field];
  if (place !== undefined) return place;
  const no = actions.indexOf('No');
  if (no === -1) throw new Error(`Joining asks something unknown: ${title}`);
  return String(no + 1);
}
