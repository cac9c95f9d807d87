import { homedir } from 'node:os';
import { statusOf, statusWords, supervisedByText } from '@fairwatch/device/words';
import type { PageName, Person, PersonDevice } from './core/person/person.ts';
import { askYesOrNo } from './core/screen/ask.ts';
import { openScreen } from './core/screen/open-screen.ts';
import type { Header } from './core/screen/screen.ts';
import { openNodeTerminal, type Terminal } from './core/screen/terminal.ts';
import { text, type Page } from './core/screen/view.ts';
import { createAboutPage } from './features/about/about.page.ts';
import { createArchivePage } from './features/archive/archive.page.ts';
import { createHomePage } from './features/home/home.page.ts';
import { createHoursPage } from './features/hours/hours.page.ts';
import { createEndedPage } from './features/leave/ended.page.ts';
import { createLeavePage } from './features/leave/leave.page.ts';
import { createLeavingPage } from './features/leave/leaving.page.ts';
import { createLogPage } from './features/log/log.page.ts';
import { createMessagesPage } from './features/messages/messages.page.ts';
import { createRequestsPage } from './features/requests/requests.page.ts';
import { createSharingPage } from './features/sharing/sharing.page.ts';
import { createTicketPage } from './features/tickets/ticket.page.ts';
import { createTicketsPage } from './features/tickets/tickets.page.ts';
import { createWatchesPage } from './features/watches/watches.page.ts';
import { programText } from './core/texts/program.texts.ts';

export interface StartScreenOptions {
  /** Where the program keeps its state; it is never shared. */
  stateFolder: string;
  terminal?: Terminal;
  homeFolder?: string;
  now?: () => Date;
}

/** The person's screen while it is shown. */
export interface PersonScreen {
  /** Resolves when the person has closed it. The device still runs: whoever opened the screen decides what follows. */
  closed: Promise<void>;
  /** Opens a page from outside, such as by a tap on a notification. */
  show(name: PageName): void;
  /** Closes it and gives the terminal back. */
  close(): void;
}

/** What the whole screen is about: sharing, leaving, or that it is over. */
type Mode = 'sharing' | 'leaving' | 'ended';

/** Shows the person's screen: status, requests, sharing, log, messages, tickets, hours, and how to leave. */
export function startScreen(device: PersonDevice, options: StartScreenOptions): PersonScreen {
  const { terminal = openNodeTerminal(), homeFolder = homedir(), now = () => new Date() } = options;
  const { live } = device;
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const screen = openScreen({ terminal, header: () => headerOf(device), onQuit: () => person.quit() });
  let mode: Mode | null = null;
  let first: Page | null = null;
  /** The page that was opened from outside. */
  let shown: Page | null = null;
  let isAsking = false;

  const person: Person = {
    device,
    screen,
    now,
    homeFolder,
    stateFolder: options.stateFolder,
    go: (name) => screen.open(pages[name]()),
    quit: () => void quit(),
  };

  const archive = createArchivePage(person);
  const pages: Readonly<Record<PageName, () => Page>> = {
    requests: () => createRequestsPage(person),
    sharing: () => createSharingPage(person),
    log: () => createLogPage(person),
    messages: () =>
      createMessagesPage(person, { openTicket: (ticketId) => screen.open(createTicketPage(person, ticketId)) }),
    tickets: () => createTicketsPage(person),
    hours: () => createHoursPage(person),
    watches: () => createWatchesPage(person),
    // One for the whole time, so that a download goes on while the person looks at other pages.
    archive: () => archive,
    about: () => createAboutPage(person),
    leave: () => createLeavePage(person),
  };

  function firstPageOf(next: Mode): Page {
    if (next === 'ended') return createEndedPage(person, close);
    return next === 'leaving' ? createLeavingPage(person, close) : createHomePage(person);
  }

  /** Closes what was open when the device leaves or has ended: nothing of it can be done any more. */
  function follow(): void {
    const next = modeOf(device);
    if (next !== mode) {
      mode = next;
      if (first) screen.close(first);
      first = firstPageOf(next);
      screen.open(first);
    }
    screen.refresh();
  }

  /** Shows a page once, however often it is asked for. */
  function show(name: PageName): void {
    if (mode !== 'sharing') return;
    if (shown) screen.close(shown);
    shown = pages[name]();
    screen.open(shown);
  }

  function close(): void {
    unsubscribe();
    screen.end();
    resolve();
  }

  /** Asks first, since the phone is not connected without the program. Ctrl+C twice closes it. */
  async function quit(): Promise<void> {
    if (isAsking || mode === 'ended') return close();
    isAsking = true;
    const isWanted = await askYesOrNo(screen, {
      title: programText('close.title'),
      blocks: [text(programText('close.text'))],
      yes: programText('close.yes'),
      no: programText('close.no'),
    });
    isAsking = false;
    if (isWanted) close();
  }

  const unsubscribe = live.subscribe(follow);
  follow();
  return { closed, show, close };
}

function modeOf({ live }: Pick<PersonDevice, 'live'>): Mode {
  const { ended, pendingDecisions } = live.get();
  if (ended !== null) return 'ended';
  return pendingDecisions.some(({ type }) => type === 'leave') ? 'leaving' : 'sharing';
}

/** The permanent note, above every page. */
function headerOf({ live, saved }: PersonDevice): Header {
  const { supervision, ...state } = live.get();
  const status = statusOf(state);
  return {
    text: supervisedByText(supervision?.admins ?? [saved.admin]),
    state: statusWords(`state.${status}`),
    style: status === 'connected' ? 'good' : 'warn',
  };
}
