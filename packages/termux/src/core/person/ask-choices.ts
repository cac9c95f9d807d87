import type { Capability } from '@fairwatch/contract';
import { ask } from '../screen/ask.ts';
import type { Screen } from '../screen/screen.ts';
import { dim, text, type Block } from '../screen/view.ts';
import type { Choices } from '../state/choices.ts';
import { checkCalendarFile, checkFolder, shortPath, splitPaths, type PlaceRules } from './places.ts';
import { pageText } from '../texts/pages.texts.ts';

/** The capabilities that share only what the person names. */
export type PlaceCapability = Extract<Capability, 'FILES' | 'GALLERY' | 'CALENDAR'>;

interface PlaceQuestion {
  /** What the person is told about it. */
  blocks: () => readonly Block[];
  /** What is proposed while nothing is chosen. */
  usual: string;
  now(choices: Choices): readonly string[];
  read(typed: string, rules: PlaceRules): Promise<Partial<Choices>>;
}

const pathMaxLength = 1000;

const questions: Readonly<Record<PlaceCapability, PlaceQuestion>> = {
  FILES: {
    blocks: () => [text(pageText('place.FILES.rule')), dim(pageText('place.FILES.hint'))],
    usual: '~/fairwatch-shared',
    now: ({ sharedFolder }) => (sharedFolder === null ? [] : [sharedFolder]),
    read: async (typed, rules) => ({ sharedFolder: typed === '' ? null : await checkFolder(typed, rules, true) }),
  },
  GALLERY: {
    blocks: () => [text(pageText('place.GALLERY.rule')), dim(pageText('place.GALLERY.hint'))],
    usual: '~/storage/dcim',
    now: ({ mediaFolders }) => mediaFolders,
    read: async (typed, rules) => ({
      mediaFolders: await Promise.all(splitPaths(typed).map((each) => checkFolder(each, rules, false))),
    }),
  },
  CALENDAR: {
    blocks: () => [text(pageText('place.CALENDAR.rule')), dim(pageText('place.CALENDAR.hint'))],
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
  const label = pageText(`place.${name}.label`);
  return pageText('place.chosen', { label, paths: paths.join(', ') || pageText('place.none') });
}

/** Asks what of a capability is shared; null when the person goes back. What cannot be shared is told, and they type again. */
export function askPlace(
  screen: Screen,
  name: PlaceCapability,
  choices: Choices,
  rules: PlaceRules,
): Promise<Partial<Choices> | null> {
  const { blocks, usual, now, read } = questions[name];
  const chosen = now(choices)
    .map((path) => shortPath(path, rules.homeFolder))
    .join(', ');
  return ask<Partial<Choices> | null>(screen, (answer) => ({
    view: () => ({
      title: pageText(`place.${name}.title`),
      blocks: blocks(),
      field: {
        label: pageText(`place.${name}.label`),
        initial: chosen || usual,
        maxLength: pathMaxLength,
        submit: async (typed) => answer(await read(typed.trim(), rules)),
      },
    }),
    back: () => answer(null),
  }));
}
