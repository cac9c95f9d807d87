import type { CaptureScreen, OutgoingFile } from '@fairwatch/device/core';
import { testWork } from '@fairwatch/device/test-work';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { TermuxProblem, type Termux } from '../../core/termux/termux.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { captureActs } from './capture.collect.ts';

const cameras = [
  { id: '0', facing: 'back', jpeg_output_sizes: [{ width: 4000, height: 3000 }] },
  { id: '1', facing: 'front' },
  { id: '2', facing: 'back' },
];
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500), Buffer.from([0xff, 0xd9])]);
const box = (type: string, length: number) => {
  const bytes = Buffer.alloc(length);
  bytes.writeUInt32BE(length);
  bytes.write(type, 4, 'latin1');
  return bytes;
};
const sound = Buffer.concat([box('ftyp', 24), box('mdat', 400), box('moov', 100)]);

interface Behaviour {
  photo?: Buffer;
  /** What the recorder has written when it ends. */
  sound?: Buffer | null;
  /** For how many questions it records; for ever by default. */
  rounds?: number;
  /** Throws for some runs of the recorder. */
  problem?: (args: readonly string[]) => Error | null;
  othersFile?: string;
}

/** Termux:API with a camera and a recorder that behave as told. */
function fakeApi(behaviour: Behaviour) {
  const runs: string[] = [];
  let recording: string | null = behaviour.othersFile ?? null;
  let rounds = behaviour.rounds ?? Number.POSITIVE_INFINITY;
  const modes: number[] = [];

  async function record(args: readonly string[]): Promise<string> {
    const [option, file = ''] = args;
    runs.push(args.map((each) => (each.startsWith('/') ? 'FILE' : each)).join(' '));
    const problem = behaviour.problem?.(args);
    if (problem) throw problem;
    if (option === '-q') {
      recording = null;
      return 'Recording finished\n';
    }
    if (option === '-i') {
      rounds -= 1;
      if (rounds < 0 && recording !== null && !behaviour.othersFile) {
        if (behaviour.sound !== null) await writeFile(recording, behaviour.sound ?? sound);
        recording = null;
      }
      return JSON.stringify(recording === null ? { isRecording: false } : { isRecording: true, outputFile: recording });
    }
    await expect(stat(file)).rejects.toThrow('ENOENT');
    recording = file;
    rounds = behaviour.rounds ?? Number.POSITIVE_INFINITY;
    return `Recording started: ${file} \nMax Duration: 00:10\n`;
  }

  const run: Termux['run'] = async (program, args, { signal } = {}) => {
    signal?.throwIfAborted();
    if (program === 'termux-microphone-record') return await record(args);
    runs.push([program, ...args.slice(0, 2)].join(' '));
    if (program === 'termux-camera-info') return JSON.stringify(cameras);
    modes.push((await stat(args[2] ?? '')).mode & 0o777);
    await writeFile(args[2] ?? '', behaviour.photo ?? jpeg);
    return '';
  };
  const termux: Termux = {
    has: () => true,
    run,
    readJson: async (program, args, options) => JSON.parse(await run(program, args, options)),
  };
  return { termux, runs, modes, isRecording: () => recording !== null };
}

/** Waiting takes no time, but is over when the signal aborts. */
const wait = async (_: number, signal: AbortSignal) => {
  await new Promise((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
};

async function setUp(behaviour: Behaviour = {}) {
  const stateFolder = await temporaryFolder();
  const api = fakeApi(behaviour);
  const stop = new AbortController();
  const cancel = new AbortController();
  const shown: string[] = [];
  const screen: CaptureScreen = {
    countdown: (_, left) => void shown.push(String(left)),
    indicator: (_, on) => void shown.push(on ? 'on' : api.isRecording() ? 'off too early' : 'off'),
    note: (text) => void shown.push(text.replace(/ on .*/, '')),
    stopped: () => stop.signal,
  };
  const sent: { file: OutgoingFile; bytes: Buffer }[] = [];
  const work = testWork({
    signal: cancel.signal,
    upload: async (file) => {
      sent.push({ file, bytes: 'path' in file ? await readFile(file.path) : Buffer.alloc(0) });
      return 'a'.repeat(64);
    },
  });
  const start = () => captureActs({ termux: api.termux, stateFolder, screen, wait });
  const acts = start();
  const left = async () => await readdir(path.join(stateFolder, 'captures')).catch(() => []);
  return {
    ...api,
    shown,
    sent,
    left,
    stop,
    cancel,
    stateFolder,
    restart: () => void start(),
    photo: async (camera: 'FRONT' | 'BACK') => await acts.CAPTURE_PHOTO?.({ camera }, work),
    voice: async () => await acts.CAPTURE_VOICE?.({ seconds: 10 }, work),
  };
}

describe('a photo', () => {
  it('is taken by the right camera, with countdown, indicator and note, and leaves no file', async () => {
    const { photo, runs, shown, sent, modes, left } = await setUp();
    expect(await photo('FRONT')).toEqual([{ key: 'capture', sha256: 'a'.repeat(64), durationMs: null }]);
    expect(runs).toEqual(['termux-camera-info', 'termux-camera-photo -c 1']);
    expect(shown.toSorted()).toEqual(
      ['3', '2', '1', 'on', 'off', 'maria took a photo from the front camera'].toSorted(),
    );
    expect(sent).toMatchObject([{ file: { mimeType: 'image/jpeg' }, bytes: jpeg }]);
    expect([modes, await left()]).toEqual([[0o600], []]);
    await photo('BACK');
    expect(runs.at(-1)).toBe('termux-camera-photo -c 0');
  });

  it('is refused when it is empty or broken off, and nothing is sent', async () => {
    for (const [bytes, reason] of [
      [Buffer.alloc(0), "The camera gave an empty picture: the phone's screen was off"],
      [jpeg.subarray(0, 300), 'no complete picture'],
      [Buffer.from('Permission denied'), 'no complete picture'],
    ] as const) {
      const { photo, sent, shown, left } = await setUp({ photo: bytes });
      await expect(photo('BACK')).rejects.toThrow(reason);
      expect([sent, await left()]).toEqual([[], []]);
      expect(shown.some((text) => text.includes('took'))).toBe(false);
    }
  });

  it('is not taken when the person stops it in the countdown', async () => {
    const { photo, stop, runs, left } = await setUp();
    stop.abort();
    await expect(photo('BACK')).rejects.toThrow('The person using this device stopped it.');
    expect([runs, await left()]).toEqual([[], []]);
  });
});

describe('a voice recording', () => {
  it('is awaited, and sent when it is complete', async () => {
    const { voice, runs, sent, shown, left } = await setUp({ rounds: 3 });
    expect(await voice()).toMatchObject([{ key: 'capture', durationMs: expect.any(Number) }]);
    expect(runs).toEqual(['-i', '-f FILE -l 10 -e aac', '-i', '-i', '-i', '-i']);
    expect(sent).toMatchObject([{ file: { mimeType: 'audio/mp4' }, bytes: sound }]);
    expect(shown).toContain('off');
    expect(await left()).toEqual([]);
  });

  it('is stopped at once when the person stops it or the admin cancels; the indicator is on until it has ended', async () => {
    for (const way of ['stop', 'cancel'] as const) {
      const parts = await setUp();
      const recording = parts.voice();
      await expect.poll(() => parts.isRecording()).toBe(true);
      parts[way].abort(new Error('called off'));
      await expect(recording).rejects.toThrow(
        way === 'stop' ? 'The person using this device stopped it.' : 'called off',
      );
      expect(parts.runs.at(-1)).toBe('-q');
      expect(parts.isRecording()).toBe(false);
      await expect.poll(() => parts.shown.at(-1)).toBe('off');
      expect([parts.sent, await parts.left()]).toEqual([[], []]);
    }
  });

  it('is stopped when the program hangs at its start or in between, and tried again when stopping hangs', async () => {
    const hang = new TermuxProblem('TIMEOUT', 'termux-microphone-record did not answer in time.');
    const atStart = await setUp({ problem: ([option]) => (option === '-f' ? hang : null) });
    await expect(atStart.voice()).rejects.toThrow('did not answer in time');
    expect(atStart.runs.at(-1)).toBe('-q');
    let questions = 0;
    let stops = 0;
    const between = await setUp({
      problem: ([option]) => {
        if (option === '-i') return (questions += 1) === 3 ? hang : null;
        return option === '-q' && (stops += 1) === 1 ? hang : null;
      },
    });
    await expect(between.voice()).rejects.toThrow('did not answer in time');
    expect(between.runs.slice(-2)).toEqual(['-q', '-q']);
    expect(between.isRecording()).toBe(false);
  });

  it('is refused when the file is missing, empty or not complete', async () => {
    for (const [bytes, reason] of [
      [null, 'The recording is empty'],
      [Buffer.alloc(0), 'The recording is empty'],
      [sound.subarray(0, 424), 'The recording is not complete.'],
    ] as const) {
      const { voice, sent, left } = await setUp({ rounds: 1, sound: bytes });
      await expect(voice()).rejects.toThrow(reason);
      expect([sent, await left()]).toEqual([[], []]);
    }
  });

  it('does not touch a recording that somebody else has begun', async () => {
    const { voice, runs, isRecording } = await setUp({ othersFile: '/sdcard/interview.m4a' });
    await expect(voice()).rejects.toThrow('in use by another recording');
    expect(runs).toEqual(['-i']);
    expect(isRecording()).toBe(true);
  });

  it('tells that Android does not allow it', async () => {
    const denied = new TermuxProblem('PERMISSION', 'Android does not let Termux:API use the microphone.');
    const { voice } = await setUp({ problem: () => denied });
    await expect(voice()).rejects.toThrow(denied.message);
  });
});

it('deletes what a killed companion has left behind', async () => {
  const { stateFolder, restart, left, photo } = await setUp();
  await photo('BACK');
  await mkdir(path.join(stateFolder, 'captures/capture-old'), { recursive: true });
  await writeFile(path.join(stateFolder, 'captures/capture-old/voice.m4a'), 'x');
  restart();
  await expect.poll(left).toEqual([]);
});
