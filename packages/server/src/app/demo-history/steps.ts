import { createHash } from 'node:crypto';
import {
  createPushNotification,
  deviceFeatures,
  files,
  galleryFetch,
  receiveFiles,
  sendFile,
  updateMediators,
  uploadFile,
  uploadStatic,
  type DeviceFeatureId,
} from '@fairwatch/contract';
import type { Life } from './life.ts';
import type { PastAdmin } from './past-admin.ts';
import { pdfOf } from './sample-files.ts';

/** Every kind of list but the pictures, which take a while. */
export const quick = Object.keys(deviceFeatures).filter((id) => id !== 'gallery') as DeviceFeatureId[];

/** Sends a notification to these phones. */
export async function notify(
  life: Life,
  admin: PastAdmin,
  places: readonly number[],
  text: { title: string; message: string },
): Promise<void> {
  for (const { deviceId } of life.devices(places)) {
    await admin.call(createPushNotification, { deviceId, ...text }).catch(() => undefined);
  }
}

type Capturing = (device: { deviceId: number }) => Promise<boolean>;

/** Asks one phone for several captures, one after the other. */
export async function capture(life: Life, place: number, captures: readonly Capturing[]): Promise<void> {
  for (const device of life.devices([place])) for (const ask of captures) await ask(device);
}

/** Fetches some files of a phone, and sends one to it. */
export async function exchangeFiles(life: Life, admin: PastAdmin, place: number): Promise<void> {
  for (const { deviceId } of life.devices([place])) {
    const there = await admin.call(files.list, { deviceId, filter: { folder: false }, pageSize: 50 });
    const wanted = there.filter(({ mimeType }) => /pdf|csv|jpeg|wav/.test(mimeType)).slice(0, 6);
    for (const { parent, name } of wanted) {
      await admin.command(sendFile, { deviceId, path: parent === '' ? name : `${parent}/${name}` });
    }
    const plan = pdfOf('Timetable', ['Monday: Maths, Biology, Sports', 'Tuesday: English, History', 'Friday: Museum']);
    const { id } = await admin.send(uploadFile, { deviceId: String(deviceId), name: 'Timetable winter.pdf' }, plan);
    await admin.command(receiveFiles, { deviceId, folder: 'Documents', files: [{ id, name: 'Timetable winter.pdf' }] });
  }
}

/** Fetches the original of one picture. */
export async function fetchOriginal(life: Life, admin: PastAdmin, place: number): Promise<void> {
  for (const { deviceId } of life.devices([place])) {
    const [newest] = await admin.call(deviceFeatures.gallery.list, {
      deviceId,
      filter: { kind: 'PHOTO' },
      pageSize: 1,
    });
    if (newest) await admin.command(galleryFetch, { deviceId, itemId: newest.id });
  }
}

/** Offers what is there: a guide, and where Termux comes from. The demo has no app of its own to download. */
export async function offerDownloads(owner: PastAdmin): Promise<void> {
  const guide = pdfOf('Getting started', [
    '1. Ask your admin for a passcode.',
    '2. Open the page on your phone, enter the passcode and read the notice.',
    '3. Choose what you share. Everything is off until you switch it on.',
    '4. The log shows who looked at what. You can pause or leave at any time.',
  ]);
  const sha256 = createHash('sha256').update(guide).digest('hex');
  const about = {
    kind: 'DOCUMENT',
    name: 'Getting started.pdf',
    sha256,
    size: String(guide.length),
    offset: '0',
  } as const;
  await owner.send(uploadStatic, about, guide);
  const mediators = [{ name: 'Termux on F-Droid', url: 'https://f-droid.org/packages/com.termux/' }];
  await owner.call(updateMediators, { mediators });
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, place) => from + place);
}

export function evenly(places: readonly number[], step: number): number[] {
  return places.filter((place) => place > 0 && place % step === 0);
}

export function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  );
}
