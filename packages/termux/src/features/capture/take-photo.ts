import type { Camera, CommandParams } from '@fairwatch/contract';
import type { Recorded } from '@fairwatch/device/core';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Termux } from '../../core/termux/termux.ts';
import { parseCameraId } from './capture.parse.ts';
import { phoneText } from '../../core/texts/phone.texts.ts';

/** The camera needs some seconds to focus and to set its exposure. */
const photoWithinMs = 30_000;

interface Taking {
  /** A folder in which there is no photo yet. */
  folder: string;
  signal: AbortSignal;
}

/** Takes a photo into the folder. */
export async function takePhoto(
  termux: Termux,
  { camera }: CommandParams<'CAPTURE_PHOTO'>,
  taking: Taking,
): Promise<Recorded> {
  const file = await takeJpeg(termux, await findCamera(termux, camera, taking.signal), taking);
  return { mimeType: 'image/jpeg', path: file, durationMs: null };
}

/** The id of a camera. */
export async function findCamera(termux: Termux, camera: Camera, signal: AbortSignal): Promise<string> {
  return parseCameraId(await termux.readJson('termux-camera-info', [], { signal }), camera);
}

/** Resolves with the path of a JPEG. In the background Android gives an empty file and no error, so the file is checked. */
export async function takeJpeg(termux: Termux, cameraId: string, { folder, signal }: Taking): Promise<string> {
  const file = path.join(folder, 'photo.jpg');
  // The program keeps the mode of a file that exists.
  await writeFile(file, '', { mode: 0o600, flag: 'wx' });
  await termux.run('termux-camera-photo', ['-c', cameraId, file], { withinMs: photoWithinMs, signal });
  await checkJpeg(file);
  return file;
}

/** Throws a readable error when a file is empty, no JPEG, or a JPEG without its end. */
async function checkJpeg(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new Error(phoneText('camera.empty'));
    const read = async (start: number) => (await handle.read(Buffer.alloc(64), 0, 64, Math.max(0, start))).buffer;
    const [head, tail] = [await read(0), await read(size - 64)];
    const isWhole = head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) && tail.includes(endOfImage);
    if (!isWhole) throw new Error(phoneText('camera.broken'));
  } finally {
    await handle.close();
  }
}

const endOfImage = Buffer.from([0xff, 0xd9]);
