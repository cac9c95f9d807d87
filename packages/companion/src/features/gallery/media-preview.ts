import { t } from './gallery.texts.ts';

/** The longer side of a preview in pixels. */
const previewSide = 480;
const withinMs = 10_000;

/** What the browser can read from a file. Width and height are 0, and there is no preview, if it cannot open the file, for instance HEIC. */
export interface MediaContent {
  width: number;
  height: number;
  durationMs: number | null;
  preview: Blob | null;
}

const unreadable: MediaContent = { width: 0, height: 0, durationMs: null, preview: null };

export async function readPhoto(file: Blob): Promise<MediaContent> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return unreadable;
  }
  const { width, height } = bitmap;
  const preview = await drawPreview(bitmap, width, height);
  bitmap.close();
  return { width, height, durationMs: null, preview };
}

export async function readVideo(file: Blob): Promise<MediaContent> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const loaded = waitForEvent(video, 'loadeddata');
    video.src = url;
    await loaded;
    const { videoWidth: width, videoHeight: height, duration } = video;
    const durationMs = Number.isFinite(duration) ? Math.round(duration * 1000) : null;
    // The very first frame is often black.
    const sought = waitForEvent(video, 'seeked');
    video.currentTime = Math.min(1, (durationMs ?? 0) / 2000);
    await sought;
    return { width, height, durationMs, preview: await drawPreview(video, width, height) };
  } catch {
    return unreadable;
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  }
}

/** Waits for an event of the video. Rejects after a timeout, since some phones never report that a video cannot be opened. */
function waitForEvent(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(t('filmLate'))), withinMs);
    const settle = (end: () => void) => () => {
      clearTimeout(timer);
      end();
    };
    video.addEventListener(event, settle(resolve), { once: true });
    video.addEventListener(
      'error',
      settle(() => reject(new Error(t('filmFailed')))),
      { once: true },
    );
  });
}

async function drawPreview(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  if (width === 0 || height === 0) return null;
  const scale = Math.min(1, previewSide / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return null;
  // JPEG has no transparency: transparent parts become white instead of black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8));
}
