/** The only programs that the companion runs. Those whose names begin with `termux-` belong to Termux and Termux:API. */
export const termuxPrograms = [
  'termux-battery-status',
  'termux-call-log',
  'termux-camera-info',
  'termux-camera-photo',
  'termux-contact-list',
  'termux-location',
  'termux-microphone-record',
  'termux-notification',
  'termux-notification-remove',
  'termux-sms-list',
  'termux-telephony-deviceinfo',
  'termux-wake-lock',
  'termux-wake-unlock',
  'termux-wifi-connectioninfo',
  'am',
  'df',
  'ffmpeg',
  'getprop',
  'pm',
] as const;
export type TermuxProgram = (typeof termuxPrograms)[number];

/** Why a program gave nothing. The message says it in words for the admin, and goes into the reason of the failed command. */
export class TermuxProblem extends Error {
  readonly kind: 'MISSING' | 'PERMISSION' | 'TIMEOUT' | 'FAILED' | 'UNREADABLE';

  constructor(kind: TermuxProblem['kind'], text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'TermuxProblem';
    this.kind = kind;
  }
}

export interface RunOptions {
  /** It is killed after this time; 15 s by default. */
  withinMs?: number;
  /** The most that it may print; 16 MB by default. */
  maxBytes?: number;
  /** Kills it when the command is cancelled. */
  signal?: AbortSignal | undefined;
}

/** Runs programs without a shell: arguments are passed on as they are, whatever they contain. */
export interface Termux {
  /** Whether the program is on this phone. */
  has(program: TermuxProgram): boolean;
  /** Resolves with what it printed. Throws a `TermuxProblem`. */
  run(program: TermuxProgram, args: readonly string[], options?: RunOptions): Promise<string>;
  /** Resolves with the JSON that it printed. Termux:API tells of errors in JSON, too: they are thrown as a `TermuxProblem`. */
  readJson(program: TermuxProgram, args: readonly string[], options?: RunOptions): Promise<unknown>;
}
