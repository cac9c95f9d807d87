/** A rectangle of the screen that a page is shown in. */
export interface Size {
  width: number;
  height: number;
}

export const engineNames = ['chromium', 'firefox', 'webkit'] as const;
export type EngineName = (typeof engineNames)[number];

/** One window of a browser with storage of its own, as far as the journeys need it: the same few verbs in every engine. */
export interface EngineWindow {
  open(url: string): Promise<void>;
  /** Runs an expression in the page and resolves with its value, which must be JSON. Promises are awaited. */
  run<Result>(expression: string): Promise<Result>;
  /** Clicks as a hand does: the engine scrolls there, and refuses where something else lies above. */
  click(selector: string): Promise<void>;
  /** Clicks at a point of the window. */
  clickAt(x: number, y: number): Promise<void>;
  /** Types at the end of what stands in a field. */
  type(selector: string, text: string): Promise<void>;
  /** Chooses files of this machine for an `input[type=file]`. */
  choose(selector: string, paths: readonly string[]): Promise<void>;
  /** A PNG of what is visible. */
  picture(): Promise<Buffer>;
  /** Where the browser saves what is downloaded. */
  readonly downloads: string;
  close(): Promise<void>;
}

/** A browser of this machine. */
export interface Engine {
  name: EngineName;
  version: string;
  openWindow(size: Size): Promise<EngineWindow>;
}
