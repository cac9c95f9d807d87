import type { OpenedFor, OpenLiveView, Store } from '@fairwatch/device/core';
import { Interruption, watchCapture } from '../../core/camera/capture-interruptions.ts';
import { openStreamUnless, stopStream } from '../../core/camera/open-stream.ts';
import type { LiveState } from '../../core/live/live-state.ts';
import { CameraSource } from './camera-source.ts';
import { chooseCodecs } from './choose-codec.ts';
import { canSendSound } from './live-sound.ts';

/** Opens the camera for a live view. It ends when the page is hidden, since nobody is watched through a page that they do not see. */
export function openLiveView(live: Store<LiveState>): OpenLiveView {
  return async (wanted) => {
    const interruptions = watchCapture();
    const opening = AbortSignal.any([wanted.signal, interruptions.signal]);
    let stream: MediaStream | null = null;
    try {
      const [codecs, sound] = await Promise.all([chooseCodecs(), wanted.params.sound && canSendSound()]);
      stream = await openStreamUnless(opening, { camera: wanted.params.camera, sound });
      const canTurn = await hasSeveralCameras();
      opening.throwIfAborted();
      tellWhenLost(wanted, interruptions.signal);
      return new CameraSource({ live, wanted, interruptions, stream, codecs, canTurn });
    } catch (error) {
      interruptions.forget();
      if (stream) stopStream(stream);
      throw error;
    }
  };
}

function tellWhenLost({ onLost }: OpenedFor, lost: AbortSignal): void {
  const tell = () =>
    onLost(lost.reason instanceof Interruption && lost.reason.kind === 'HIDDEN' ? 'PAGE_HIDDEN' : 'CAMERA_LOST');
  lost.addEventListener('abort', tell, { once: true });
}

/** Browsers tell all cameras once one is open. */
async function hasSeveralCameras(): Promise<boolean> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.filter(({ kind }) => kind === 'videoinput').length > 1;
  } catch {
    return false;
  }
}
