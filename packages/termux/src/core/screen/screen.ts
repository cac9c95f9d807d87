import type { Terminal } from './terminal.ts';
import type { Page, Style } from './view.ts';

/** The pages that the person sees, one above the other. */
export interface Screen {
  /** Shows a page above the one that is there. */
  open(page: Page): void;
  /** Closes a page and all that are above it. */
  close(page: Page): void;
  /** What the page shows may have changed. It is drawn again if it has. */
  refresh(): void;
  /** Gives the terminal back as it was. */
  end(): void;
}

/** The line above every page, such as by whom the phone is supervised. */
export interface Header {
  text: string;
  /** What stands at its end, such as the connection. */
  state: string;
  style: Style;
}

export interface ScreenOptions {
  terminal: Terminal;
  header(): Header;
  /** The person pressed Ctrl+C. */
  onQuit(): void;
  /** There is no more input, as after a pipe has ended. */
  onInputEnd?(): void;
}
