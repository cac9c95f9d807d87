import { createDrawnScreen } from './drawn-screen.ts';
import { createPrintedScreen } from './printed-screen.ts';
import type { Screen, ScreenOptions } from './screen.ts';

/** Opens the screen: drawn in a terminal, printed line by line where there is none. */
export function openScreen(options: ScreenOptions): Screen {
  return options.terminal.isInteractive ? createDrawnScreen(options) : createPrintedScreen(options);
}
