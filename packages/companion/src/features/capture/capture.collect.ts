import type { CommandParams, CommandType } from '@fairwatch/contract';
import { captureAct, type Act, type Acts, type Recorded, type Store, type Work } from '@fairwatch/device/core';
import { captureFailedText, captureWords, collectWords, problemText, sizeText } from '@fairwatch/device/words';
import type { LiveState } from '../../core/live/live-state.ts';
import { watchCapture } from '../../core/camera/capture-interruptions.ts';
import { hasSound, openStreamUnless, stopStream, type WantedTracks } from '../../core/camera/open-stream.ts';
import { takePhoto } from '../../core/camera/take-photo.ts';
import { captureScreen } from './capture-screen.ts';
import { recordStream } from './record-stream.ts';
import { t } from './capture.texts.ts';

type CaptureType = 'CAPTURE_PHOTO' | 'CAPTURE_VIDEO' | 'CAPTURE_VOICE';

interface Capture<Type extends CaptureType> {
  /** The capture in words for the person, with its article. */
  what(params: CommandParams<Type>): string;
  wanted(params: CommandParams<Type>): WantedTracks;
  record(
    params: CommandParams<Type>,
    stream: MediaStream,
    recording: { signal: AbortSignal; onSecond(passed: number): void },
  ): Promise<Recorded>;
}

/** The handlers of photo, video and voice captures. Each fills the screen from the person's tap until it is sent. */
export function captureActs(live: Store<LiveState>): Acts {
  const sharesSound = () => live.get().grants.capabilities.includes('MICROPHONE');
  return {
    CAPTURE_PHOTO: capture<'CAPTURE_PHOTO'>(live, {
      what: ({ camera }) => collectWords(`capture.photo.${camera}`),
      wanted: ({ camera }) => ({ camera, sound: false }),
      record: (_, stream, { signal }) => takePhoto(stream, signal),
    }),
    CAPTURE_VIDEO: capture<'CAPTURE_VIDEO'>(live, {
      what: ({ camera }) => t(`video.${camera}`),
      wanted: ({ camera }) => ({ camera, sound: sharesSound() }),
      record: ({ seconds }, stream, recording) => recordStream(stream, { kind: 'video', seconds, ...recording }),
    }),
    CAPTURE_VOICE: capture<'CAPTURE_VOICE'>(live, {
      what: () => collectWords('capture.voice'),
      wanted: () => ({ camera: null, sound: true }),
      record: ({ seconds }, stream, recording) => recordStream(stream, { kind: 'audio', seconds, ...recording }),
    }),
  };
}

/** Opens the camera before the countdown, so that the person sees what will be recorded, and always switches it off again. */
function capture<Type extends CaptureType>(live: Store<LiveState>, parts: Capture<Type>): Act<Type> {
  return async (params, work) => {
    const { requestedBy, reason } = work;
    const wanted = parts.wanted(params);
    const what = parts.what(params);
    const seconds = 'seconds' in params ? params.seconds : null;
    const screen = captureScreen(live, { what, requestedBy, reason, duty: null }, seconds);
    const interruptions = watchCapture();
    const signal = AbortSignal.any([work.signal, interruptions.signal]);
    let stream: MediaStream | null = null;
    let note: string | null = null;
    try {
      const stopped = screen.stopped({ what, requestedBy, reason, duty: null });
      stream = await openStreamUnless(AbortSignal.any([signal, stopped]), wanted);
      interruptions.watch(stream);
      if (wanted.camera !== null) screen.showPreview(stream, wanted.camera === 'FRONT');
      const open = stream;
      const act = captureAct<CommandType>(what, screen, async (_, recording) => {
        const onSecond = (passed: number) => {
          screen.setSecondsPassed(passed);
          recording.onSecond(passed);
        };
        const recorded = await parts.record(params, open, { signal: recording.signal, onSecond });
        // Switches the camera off before the upload, which may take long.
        interruptions.forget();
        stopStream(open);
        note = sentNote(what, recorded, { open, wanted, requestedBy });
        return recorded;
      });
      const rows = await act(params as CommandParams, { ...work, signal } satisfies Work);
      screen.end(note);
      return rows;
    } catch (error) {
      screen.end(failedNote(what, work, error));
      throw error;
    } finally {
      interruptions.forget();
      if (stream) stopStream(stream);
    }
  };
}

interface Sent {
  open: MediaStream;
  wanted: WantedTracks;
  requestedBy: string;
}

function sentNote(what: string, recorded: Recorded, { open, wanted, requestedBy }: Sent): string {
  const size = 'blob' in recorded ? sizeText(recorded.blob.size) : '';
  if (recorded.durationMs === null) return t('sent.photo', { what, requestedBy, size });
  const kind = wanted.camera === null ? 'voice' : hasSound(open) ? 'video' : 'silentVideo';
  const count = Math.round(recorded.durationMs / 1000);
  return t(`sent.${kind}`, { what, requestedBy, size, count });
}

function failedNote(what: string, { requestedBy, signal }: Work, error: unknown): string {
  return captureFailedText(what, requestedBy, signal.aborted ? captureWords('calledOff') : problemText(error));
}
