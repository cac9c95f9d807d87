import type { Capability, CommandParams } from '@fairwatch/contract';
import { createStore, type Work } from '@fairwatch/device/core';
import { afterEach, expect, it, vi } from 'vitest';
import type { LiveState } from '../../core/live/live-state.ts';
import { captureActs } from './capture.collect.ts';

afterEach(() => vi.unstubAllGlobals());

/** Asks for a capture in a browser that refuses every camera, and returns what the browser was asked for first. */
async function askedOf<Type extends 'CAPTURE_PHOTO' | 'CAPTURE_VIDEO'>(
  type: Type,
  params: CommandParams<Type>,
  capabilities: readonly Capability[],
) {
  const requests: MediaStreamConstraints[] = [];
  const getUserMedia = async (constraints: MediaStreamConstraints) => {
    requests.push(constraints);
    throw new DOMException('no', 'NotAllowedError');
  };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
  const grants = { capabilities, paused: false, hours: null };
  const live = createStore({ grants, capture: null, captureNotes: [] } as unknown as LiveState);
  const work = { requestedBy: 'maria', reason: null, signal: new AbortController().signal } as Work;
  await expect(captureActs(live)[type]?.(params, work)).rejects.toThrow('does not let this page use the camera');
  return requests[0];
}

it('a video has sound only while the microphone is shared too, and a photo never', async () => {
  const video = { camera: 'BACK', seconds: 10 } as const;
  expect(await askedOf('CAPTURE_VIDEO', video, ['CAMERA'])).toMatchObject({ audio: false });
  expect(await askedOf('CAPTURE_VIDEO', video, ['CAMERA', 'MICROPHONE'])).toMatchObject({ audio: true });
  expect(await askedOf('CAPTURE_PHOTO', { camera: 'BACK' }, ['CAMERA', 'MICROPHONE'])).toMatchObject({ audio: false });
});
