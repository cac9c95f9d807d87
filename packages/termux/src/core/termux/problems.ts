import { oneLine } from '../text/one-line.ts';
import { TermuxProblem, type TermuxProgram } from './termux.ts';

/** What Android protects, by its permission, in words that follow "Android does not let Termux:API". */
const protectedThings: Readonly<Record<string, string>> = {
  READ_SMS: 'read text messages',
  READ_CALL_LOG: 'read the call history',
  READ_CONTACTS: 'read contacts',
  READ_PHONE_STATE: 'read the state of the phone',
  ACCESS_FINE_LOCATION: 'read the location',
  ACCESS_COARSE_LOCATION: 'read the location',
  ACCESS_BACKGROUND_LOCATION: 'read the location in the background',
  CAMERA: 'use the camera',
  RECORD_AUDIO: 'use the microphone',
  POST_NOTIFICATIONS: 'show notifications',
};

export function missingProblem(program: TermuxProgram): TermuxProblem {
  if (program.startsWith('termux-')) {
    return new TermuxProblem(
      'MISSING',
      `termux-api is not installed on this phone (${program} is missing). The person can install it with "pkg install termux-api".`,
    );
  }
  return new TermuxProblem('MISSING', `The program ${program} is not on this phone.`);
}

/** `asked` is what Termux:API says, with the names of Android's permissions; it is the cause of the problem. */
export function permissionProblem(asked: string): TermuxProblem {
  const names = [...asked.matchAll(/android\.permission\.([A-Z_]+)/g)].map(([, name = '']) => name);
  const things = [...new Set(names.map((name) => protectedThings[name] ?? `use ${name}`))];
  const what = things.length === 0 ? 'do this' : things.join(' or ');
  return new TermuxProblem(
    'PERMISSION',
    `Android does not let Termux:API ${what}: the person can allow it in Android's settings, under Apps, Termux:API, Permissions.`,
    { cause: asked },
  );
}

export function timeoutProblem(program: TermuxProgram, withinMs: number): TermuxProblem {
  const seconds = Math.max(1, Math.round(withinMs / 1000));
  const hint = program.startsWith('termux-')
    ? ' The app Termux:API may be missing, or Android may have stopped it.'
    : '';
  return new TermuxProblem('TIMEOUT', `${program} did not answer within ${seconds} s.${hint}`);
}

export function oversizeProblem(program: TermuxProgram, maxBytes: number): TermuxProblem {
  return new TermuxProblem('FAILED', `${program} printed more than ${Math.ceil(maxBytes / 1024)} kB.`);
}

export function stoppedProblem(program: TermuxProgram, signal: AbortSignal | undefined): TermuxProblem {
  return new TermuxProblem('FAILED', `${program} was stopped.`, { cause: signal?.reason });
}

export function spawnProblem(program: TermuxProgram, error: unknown): TermuxProblem {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return missingProblem(program);
  const text = error instanceof Error ? error.message : String(error);
  return new TermuxProblem('FAILED', `${program} could not be started: ${oneLine(text)}`, { cause: error });
}

export function failedProblem(program: TermuxProgram, text: string): TermuxProblem {
  const said = oneLine(text);
  return new TermuxProblem(
    'FAILED',
    said === '' ? `${program} failed and did not say why.` : `${program} failed: ${said}`,
  );
}

export function unreadableProblem(program: TermuxProgram, text: string): TermuxProblem {
  const what = text.trim() === '' ? 'printed nothing' : 'printed something that is no JSON';
  return new TermuxProblem('UNREADABLE', `${program} ${what}.`);
}
