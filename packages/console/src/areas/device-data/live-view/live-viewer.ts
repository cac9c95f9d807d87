import type { Camera, LiveCodec, LiveViewEnd, LiveViewer } from '@fairwatch/contract';
import { ApiError, textOfError } from '../../../core/api/api-error.ts';
import { createExternalStore, type ExternalStore } from '../../../core/state/external-store.ts';
import { openLiveViewSocket, type LiveViewSocket } from './live-view-socket.ts';
import { createLiveDecoder, type DrawablePicture, type LiveDecoder, type LivePacket } from './picture/live-decoder.ts';
import { openLiveSound, type LiveSound } from './picture/live-sound.ts';
import { pictureAge } from './picture/picture-age.ts';
import { createRateMeter, type PictureRate } from './picture/picture-rate.ts';

/** LOST: the connection broke, and another attempt failed too. The admin may try again. */
export type ViewerPhase = 'JOINING' | 'WATCHING' | 'RECONNECTING' | 'ENDED' | 'LOST';

/** The picture on screen. */
export interface ShownPicture {
  width: number;
  height: number;
  camera: Camera;
  ageMs: number;
  rate: PictureRate | null;
}

export interface ViewerState {
  phase: ViewerPhase;
  /** Why the live view ended. Null while it runs, and when it was over before this viewer could join, since the refusal does not say why. */
  end: LiveViewEnd | null;
  /** Why this admin could not join, in words. */
  problem: string | null;
  viewers: readonly LiveViewer[];
  picture: ShownPicture | null;
  /** The person has muted the sound, or none was asked for. */
  isMuted: boolean;
  /** The kind of pictures that this browser cannot show. */
  unsupported: LiveCodec | null;
  isSoundOn: boolean;
}

const initial: ViewerState = {
  phase: 'JOINING',
  end: null,
  problem: null,
  viewers: [],
  picture: null,
  isMuted: false,
  unsupported: null,
  isSoundOn: false,
};

/** How often the facts about the picture are updated. The picture itself is drawn as it comes. */
const factsMs = 500;
/** A server that restarts needs a moment. */
const reconnectMs = 1_000;

export interface LiveViewerOptions {
  sessionId: number;
  /** Asks for a pass, which opens one socket. */
  requestPass: (signal: AbortSignal) => Promise<string>;
  /** Shows a picture, before it is closed. */
  draw: (picture: DrawablePicture) => void;
}

export interface LiveViewerControl {
  state: Pick<ExternalStore<ViewerState>, 'get' | 'subscribe'>;
  /** Joins, also after it was closed or lost. */
  start(): void;
  close(): void;
  /** Must be called by a press of the admin: browsers play no sound before one. */
  setSound(isOn: boolean): void;
}

/**
 * One admin who watches one live view. It keeps nothing: a picture is drawn and closed. When its socket breaks it joins once more with a new
 * pass.
 */
export function createLiveViewer({ sessionId, requestPass, draw }: LiveViewerOptions): LiveViewerControl {
  const state = createExternalStore(initial);
  let joining: AbortController | null = null;
  let socket: LiveViewSocket | null = null;
  let decoder: LiveDecoder | null = null;
  let sound: LiveSound | null = null;
  let rate = createRateMeter();
  let drawn: DrawablePicture | null = null;
  let mayReconnect = true;
  let factsTimer: ReturnType<typeof setInterval> | undefined;
  let reconnectTimer: ReturnType<typeof setTimeout> | undefined;

  const patch = (change: Partial<ViewerState>) => state.set({ ...state.get(), ...change });

  function disconnect(): void {
    joining?.abort();
    clearInterval(factsTimer);
    clearTimeout(reconnectTimer);
    socket?.close();
    decoder?.close();
    [joining, socket, decoder, drawn] = [null, null, null, null];
  }

  function stop(change: Partial<ViewerState>): void {
    disconnect();
    sound?.close();
    sound = null;
    patch({ viewers: [], picture: null, isSoundOn: false, ...change });
  }

  function updateFacts(): void {
    if (drawn === null || socket === null) return;
    const { width, height, packet } = drawn;
    const now = performance.now();
    const ageMs = pictureAge(packet, socket.roundTripMs(), now);
    patch({ picture: { width, height, camera: packet.header.camera, ageMs, rate: rate.read(now) } });
  }

  function show(picture: DrawablePicture): void {
    const isFirst = drawn === null;
    drawn = picture;
    draw(picture);
    picture.image.close();
    if (isFirst || state.get().picture?.camera !== picture.packet.header.camera) updateFacts();
  }

  function receive(packet: LivePacket): void {
    const { header, payload, receivedAt } = packet;
    if (header.isMuted !== state.get().isMuted) patch({ isMuted: header.isMuted });
    if (header.codec === 'OPUS') {
      rate.addSound(receivedAt, payload.byteLength);
      sound?.play(packet);
    } else {
      rate.addPicture(receivedAt, payload.byteLength);
      decoder?.decode(packet);
    }
  }

  function lose(): void {
    disconnect();
    if (!mayReconnect) return stop({ phase: 'LOST' });
    mayReconnect = false;
    patch({ phase: 'RECONNECTING' });
    reconnectTimer = setTimeout(() => void join(), reconnectMs);
  }

  async function join(): Promise<void> {
    const controller = new AbortController();
    joining = controller;
    try {
      const pass = await requestPass(controller.signal);
      if (!controller.signal.aborted) connect(pass);
    } catch (error) {
      if (controller.signal.aborted) return;
      const isOver = error instanceof ApiError && error.code === 'live_view_not_found';
      stop(isOver ? { phase: 'ENDED' } : { phase: 'LOST', problem: textOfError(error) });
    }
  }

  function connect(pass: string): void {
    rate = createRateMeter();
    decoder = createLiveDecoder({ picture: show, unsupported: (unsupported) => patch({ unsupported }) });
    socket = openLiveViewSocket(pass, sessionId, {
      packet: receive,
      opened: () => patch({ phase: 'WATCHING' }),
      viewers: (viewers) => patch({ viewers }),
      ended: (end) => stop({ phase: 'ENDED', end }),
      lost: lose,
    });
    factsTimer = setInterval(updateFacts, factsMs);
  }

  return {
    state,
    start() {
      disconnect();
      mayReconnect = true;
      state.set(initial);
      void join();
    },
    close: () => stop({}),
    setSound(isOn) {
      sound?.close();
      sound = isOn ? openLiveSound(() => patch({ isSoundOn: false })) : null;
      patch({ isSoundOn: isOn });
    },
  };
}
