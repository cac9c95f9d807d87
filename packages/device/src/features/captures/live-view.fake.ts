import type { OpenLiveView, TakenFrame } from '../../core/live-view/live-view-source.ts';
import type { Clock } from '../../fake/days.ts';
import { drawPhoto } from '../../fake/media/drawings.ts';
import { jpegOver, rasterOf, type Raster } from '../../fake/media/raster.ts';
import type { Random } from '../../fake/random.ts';
import { scenesBefore } from './captures.fake.ts';

const size = { width: 320, height: 240 };
const stillSize = { width: 1280, height: 960 };
const picturesPerSecond = 5;
const quality = 60;
const stillQuality = 82;

/**
 * The live camera of a simulated phone: a drawn scene with a clock and a ball that rolls, as JPEG. The scene is drawn once for each live view;
 * the picture after it costs a few milliseconds.
 */
export function fakeLiveView(random: Random, clock: Clock): OpenLiveView {
  return async ({ params: { camera }, onLost }) => {
    const view = { scene: random.pick(scenesBefore[camera]), seed: `live-${random.int(0, 2 ** 31)}` };
    const background = await rasterOf(drawPhoto({ ...view, ...size }));
    const openedAt = clock();
    let timer: ReturnType<typeof setInterval> | undefined;
    let onFrame: ((frame: TakenFrame) => void) | null = null;
    let isDrawing = false;
    /** Bytes a second. */
    let rate = Number.POSITIVE_INFINITY;
    let nextAt = 0;

    async function takeOne(): Promise<void> {
      const now = clock();
      // A picture that took too long to draw, or too many bytes, is left out.
      if (isDrawing || now < nextAt) return;
      isDrawing = true;
      try {
        const payload = await pictureAt(background, now, quality);
        nextAt = now + (payload.length / rate) * 1000;
        onFrame?.({ codec: 'JPEG', isKey: true, camera, isMuted: true, takenMs: now - openedAt, payload });
      } finally {
        isDrawing = false;
      }
    }

    const takeNext = () => {
      takeOne().catch(() => onLost('CAMERA_LOST'));
    };

    function stopTaking(): void {
      clearInterval(timer);
      onFrame = null;
    }

    return {
      take(on) {
        stopTaking();
        onFrame = on;
        timer = setInterval(takeNext, 1000 / picturesPerSecond);
        takeNext();
      },
      stopTaking,
      // Each picture is one.
      requestKey: () => undefined,
      setRate: (bytesPerSecond) => void (rate = bytesPerSecond),
      stopSound: () => undefined,
      async still() {
        const large = await rasterOf(drawPhoto({ ...view, ...stillSize }));
        return { mimeType: 'image/jpeg', bytes: await pictureAt(large, clock(), stillQuality) };
      },
      close: stopTaking,
    };
  };
}

/** The background with what moves before it. */
async function pictureAt(background: Raster, now: number, jpegQuality: number): Promise<Buffer> {
  const { width, height } = background;
  const inside = `${clockAt(now)}${ballAt(now)}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 320 240">${inside}</svg>`;
  return await jpegOver(background, svg, jpegQuality);
}

/** A clock with hands: drawn text would need fonts, which not every machine has. */
function clockAt(now: number): string {
  const seconds = (now % 60_000) / 1000;
  const date = new Date(now);
  const minutes = date.getMinutes() + seconds / 60;
  const hours = date.getHours() + minutes / 60;
  return (
    `<g transform="translate(278 42)"><circle r="34" fill="#ffffff" fill-opacity="0.85" stroke="#1b1f24" stroke-width="3"/>` +
    `${hand(hours / 12, 17, 4, '#1b1f24')}${hand(minutes / 60, 25, 3, '#1b1f24')}${hand(seconds / 60, 28, 2, '#c62828')}</g>`
  );
}

function hand(turns: number, length: number, width: number, color: string): string {
  const look = `stroke="${color}" stroke-width="${width}" stroke-linecap="round"`;
  return `<line x1="0" y1="0" x2="0" y2="${-length}" ${look} transform="rotate(${(turns * 360).toFixed(1)})"/>`;
}

const rollMs = 4000;

/** A ball that rolls from side to side. */
function ballAt(now: number): string {
  const x = 160 + 120 * Math.sin(((now % rollMs) / rollMs) * 2 * Math.PI);
  return `<circle cx="${x.toFixed(1)}" cy="212" r="16" fill="#e65100" stroke="#ffffff" stroke-width="3"/>`;
}
