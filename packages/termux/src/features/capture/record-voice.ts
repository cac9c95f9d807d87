import { sleep, type Recorded } from '@fairwatch/device/core';
import { chmod, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Termux } from '../../core/termux/termux.ts';
import { parseRecorder } from './capture.parse.ts';
import { phoneText } from '../../core/texts/phone.texts.ts';

const everyMs = 1000;
/** The recorder may begin late, and writes the end of its file after the last second. */
const graceMs = 5000;
const stopWithinMs = 5000;
const stopTries = 3;

interface Recording {
  seconds: number;
  /** A folder of its own, in which the recorder creates its file. */
  folder: string;
  signal: AbortSignal;
  onSecond(passed: number): void;
  /** Waits so many milliseconds. */
  wait?: typeof sleep;
  now?: () => number;
}

/**
 * Records with the microphone. The program returns at once and Termux:API records on its own, for `seconds` at most: so it is asked each
 * second whether it is done, and is stopped on every other way out of here.
 */
export async function recordVoice(termux: Termux, recording: Recording): Promise<Recorded> {
  const { seconds, folder, signal, onSecond, wait = sleep, now = () => performance.now() } = recording;
  // The recorder refuses a file that exists.
  const file = path.join(folder, 'voice.m4a');
  // Somebody else's recording must not be stopped by ours.
  if ((await recordedFile(termux, signal)) !== null) throw new Error(phoneText('microphone.inUse'));
  const begin = now();
  try {
    // Not killed by the signal: a recorder that has been told to start must be known to have started, or it cannot be stopped.
    const said = await termux.run('termux-microphone-record', ['-f', file, '-l', String(seconds), '-e', 'aac']);
    if (/already in progress/i.test(said)) throw new Busy();
    for (let passed = 0; isOurs(await recordedFile(termux, signal), file);) {
      if (now() - begin > seconds * 1000 + graceMs) throw new Error(phoneText('microphone.late'));
      await wait(everyMs, signal);
      const whole = Math.min(seconds, Math.floor((now() - begin) / 1000));
      if (whole > passed) onSecond((passed = whole));
    }
  } catch (error) {
    if (!(error instanceof Busy)) await stopRecorder(termux, () => wait(remaining(), new AbortController().signal));
    throw error;
  }
  signal.throwIfAborted();
  const durationMs = Math.round(Math.min(now() - begin, seconds * 1000));
  await chmod(file, 0o600).catch(() => undefined);
  await checkSound(file);
  return { mimeType: 'audio/mp4', path: file, durationMs };

  /** How long a recorder that cannot be stopped goes on by itself. */
  function remaining(): number {
    return Math.max(0, seconds * 1000 + graceMs - (now() - begin));
  }
}

/** The recorder may know the file by another path, with links resolved; its folder has a name of its own. */
function isOurs(recorded: string | null, file: string): boolean {
  if (recorded === null) return false;
  const ending = path.join(path.basename(path.dirname(file)), path.basename(file));
  return recorded === '' || recorded.endsWith(ending);
}

class Busy extends Error {
  constructor() {
    super(phoneText('microphone.inUse'));
  }
}

async function recordedFile(termux: Termux, signal: AbortSignal): Promise<string | null> {
  return parseRecorder(await termux.readJson('termux-microphone-record', ['-i'], { signal }));
}

/** Stops the recorder. If that fails, waits until it must have ended by itself: until then the person is shown that it records. */
async function stopRecorder(termux: Termux, waitUntilOver: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < stopTries; tries += 1) {
    try {
      await termux.run('termux-microphone-record', ['-q'], { withinMs: stopWithinMs });
      return;
    } catch {
      // It is tried again.
    }
  }
  await waitUntilOver();
}

/** Throws a readable error when a file is missing, empty, or an MP4 without its index, which is written last. */
async function checkSound(file: string): Promise<void> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    throw new Error(phoneText('microphone.empty'), { cause: error });
  });
  try {
    const types = await boxTypes(handle);
    if (types.length === 0) throw new Error(phoneText('microphone.empty'));
    if (types[0] !== 'ftyp' || !types.includes('moov')) throw new Error(phoneText('microphone.cutOff'));
  } finally {
    await handle.close();
  }
}

/** The types of the outermost boxes of an MP4 file. Stops at the first that is broken. */
async function boxTypes(handle: FileHandle): Promise<string[]> {
  const types: string[] = [];
  for (let at = 0; types.length < 100;) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, at);
    if (bytesRead < 8) break;
    types.push(buffer.toString('latin1', 4, 8));
    const length = buffer.readUInt32BE(0);
    if (length < 8) break;
    at += length;
  }
  return types;
}
