import type { LiveViewSource, OpenedFor, OpenLiveView, TakenFrame } from '../core/live-view/live-view-source.ts';

/** A camera for tests: it takes a picture when it is told to, and counts what is done with it. */
export function fakeCamera({ opening = Promise.resolve() }: { opening?: Promise<void> } = {}) {
  const openedFor: OpenedFor[] = [];
  const rates: number[] = [];
  const camera = { isOpen: false, hasSound: true, keys: 0, onFrame: null as ((frame: TakenFrame) => void) | null };
  const source: LiveViewSource = {
    take: (onFrame) => void (camera.onFrame = onFrame),
    stopTaking: () => void (camera.onFrame = null),
    requestKey: () => void (camera.keys += 1),
    setRate: (rate) => void rates.push(rate),
    stopSound: () => void (camera.hasSound = false),
    still: async () => ({ mimeType: 'image/jpeg', bytes: Uint8Array.of(0xff, 0xd8, 0xff) }),
    close() {
      camera.isOpen = false;
      camera.onFrame = null;
    },
  };
  const openLiveView: OpenLiveView = async (wanted) => {
    openedFor.push(wanted);
    await opening;
    camera.isOpen = true;
    return source;
  };
  const give = (frame: Partial<TakenFrame> = {}) =>
    camera.onFrame?.({
      codec: 'VP8',
      isKey: true,
      camera: 'BACK',
      isMuted: false,
      takenMs: 40,
      payload: Uint8Array.of(1, 2, 3),
      ...frame,
    });
  return { camera, source, openedFor, rates, openLiveView, give };
}
