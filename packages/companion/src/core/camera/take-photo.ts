import type { Recorded } from '@fairwatch/device/core';
import { t } from './camera.texts.ts';

const quality = 0.9;

/** One picture of what the camera sees, as a JPEG. */
export async function takePhoto(stream: MediaStream, signal: AbortSignal): Promise<Recorded> {
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = stream;
  try {
    await firstPicture(video, signal);
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob === null) throw new Error(t('noPhoto'));
    return { mimeType: 'image/jpeg', blob, durationMs: null };
  } finally {
    video.srcObject = null;
  }
}

async function firstPicture(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const giveUp = () => reject(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  const ready = () => video.videoWidth > 0 && resolve();
  video.addEventListener('loadeddata', ready);
  video.addEventListener('resize', ready);
  try {
    await video.play();
    ready();
    await promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
