import type { Capability } from '@fairwatch/contract';
import { ask } from '../screen/ask.ts';
import type { Screen } from '../screen/screen.ts';
import { dim, text, type Block } from '../screen/view.ts';
import type { Choices } from '../state/choices.ts';
import { checkCalendarFile, checkFolder, shortPath, splitPaths, type PlaceRules } from './places.ts';

/** The capabilities that share only what the person names. */
export type PlaceCapability = Extract<Capability, 'FILES' | 'GALLERY' | 'CALENDAR'>;

interface PlaceQuestion {
  title: string;
  label: string;
  blocks: readonly Block[];
  /** What is proposed while nothing is chosen. */
  usual: string;
  now(choices: Choices): readonly string[];
  read(typed: string, rules: PlaceRules): Promise<Partial<Choices>>;
}

const severalAllowed = 'Several are separated by commas. Leave it empty for none.';
const pathMaxLength = 1000;

const questions: Readonly<Record<PlaceCapability, PlaceQuestion>> = {
  FILES: {
    title: 'Which folder do you share?',
    label: 'Folder',
    blocks: [
      text('Admins can read, add, rename and delete the files in this folder, and see nothing outside of it.'),
      dim('A folder that is not there is created.'),
    ],
    usual: '~/fairwatch-shared',
    now: ({ sharedFolder }) => (sharedFolder === null ? [] : [sharedFolder]),
    read: async (typed, rules) => ({ sharedFolder: typed === '' ? null : await checkFolder(typed, rules, true) }),
  },
  GALLERY: {
    title: 'Which photos and videos do you share?',
    label: 'Folders',
    blocks: [
      text('Only photos and videos below these folders are shared.'),
      dim(`${severalAllowed} Android lets Termux see ~/storage after you ran termux-setup-storage once.`),
    ],
    usual: '~/storage/dcim',
    now: ({ mediaFolders }) => mediaFolders,
    read: async (typed, rules) => ({
      mediaFolders: await Promise.all(splitPaths(typed).map((each) => checkFolder(each, rules, false))),
    }),
  },
  CALENDAR: {
    title: 'Which calendar do you share?',
    label: 'Calendar files (.ics)',
    blocks: [
      text('Termux cannot read the calendar of Android. A calendar app can export it as an .ics file.'),
      dim(severalAllowed),
    ],
    usual: '',
    now: ({ calendarFiles }) => calendarFiles,
    read: async (typed, rules) => ({
      calendarFiles: await Promise.all(splitPaths(typed).map((each) => checkCalendarFile(each, rules))),
    }),
  },
};

export function isPlaceCapability(name: Capability): name is PlaceCapability {
  return name in questions;
}

/** What the person named for a capability, in a line. */
export function placeText(name: PlaceCapability, choices: Choices, homeFolder: string): string {
  const paths = questions[name].now(choices).map((path) => shortPath(path, homeFolder));
  return `${questions[name].label}: ${paths.length === 0 ? 'none yet' : paths.join(', ')}`;
}

/** Asks what of a capability is shared; null when the person goes back. What cannot be shared is told, and they type again. */
export function askPlace(
  screen: Screen,
  name: PlaceCapability,
  choices: Choices,
  rules: PlaceRules,
): Promise<Partial<Choices> | null> {
  const { title, label, blocks, usual, now, read } = questions[name];
  const chosen = now(choices)
    .map((path) => shortPath(path, rules.homeFolder))
    .join(', ');
  return ask<Partial<Choices> | null>(screen, (answer) => ({
    view: () => ({
      title,
      blocks,
      field: {
        label,
        initial: chosen || usual,
        maxLength: pathMaxLength,
        submit: async (typed) => answer(await read(typed.trim(), rules)),
      },
    }),
    back: () => answer(null),
  }));
}
