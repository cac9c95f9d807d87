import type { Screen } from '../screen/screen.ts';
import type { TermuxDevice } from '../state/termux-state.ts';

/** The pages that the first one leads to. */
export const pageNames = [
  'requests',
  'sharing',
  'log',
  'messages',
  'tickets',
  'hours',
  'watches',
  'archive',
  'about',
  'leave',
] as const;
export type PageName = (typeof pageNames)[number];

/** What the pages of the person's screen are made of. */
export interface Person {
  device: PersonDevice;
  screen: Screen;
  /** Opens another page. */
  go(name: PageName): void;
  /** Asks whether the program is to end, and ends it. */
  quit(): void;
  now(): Date;
  /** Where the person's own files are put. */
  homeFolder: string;
  /** Where the program keeps its state; it is never shared. */
  stateFolder: string;
}

/** What the pages use of the device. */
export type PersonDevice = Pick<
  TermuxDevice,
  | 'client'
  | 'live'
  | 'saved'
  | 'offers'
  | 'tickets'
  | 'updates'
  | 'markMessage'
  | 'deleteMessage'
  | 'replyToMessage'
  | 'markWatchesSeen'
  | 'dismissLiveEnd'
  | 'dismissLiveViewEnd'
  | 'dismissCaptureNotes'
  | 'changeChoices'
  | 'forget'
>;

export function isConnected({ live }: Pick<PersonDevice, 'live'>): boolean {
  return live.get().connection === 'connected';
}
