import { expect, it } from 'vitest';
import { chooseRecordingType, plainType } from './recording-types.ts';

const only =
  (...known: string[]) =>
  (type: string) =>
    known.includes(plainType(type));

it('chooses the first type that the browser can write', () => {
  expect(chooseRecordingType('video', only('video/webm', 'video/mp4'))).toBe('video/webm;codecs=vp9,opus');
  expect(chooseRecordingType('video', only('video/mp4'))).toBe('video/mp4');
  expect(chooseRecordingType('audio', only('audio/mp4'))).toBe('audio/mp4');
  expect(chooseRecordingType('audio', only('audio/ogg'))).toBe('audio/ogg;codecs=opus');
});

it('throws a readable error when the browser can write none', () => {
  expect(() => chooseRecordingType('video', () => false)).toThrow('This browser cannot record a video.');
});

it('removes the codecs from the type', () => {
  expect(plainType('audio/webm; codecs=opus')).toBe('audio/webm');
});
