import { expect, it } from 'vitest';
import { chooseRecordingType, plainType } from './recording-types.ts';

const only =
  (...known: string[]) =>
  (type: string) =>
    known.includes(plainType(type));

it('takes the first type that the browser writes', () => {
  expect(chooseRecordingType('video', only('video/webm', 'video/mp4'))).toBe('video/webm;codecs=vp9,opus');
  expect(chooseRecordingType('video', only('video/mp4'))).toBe('video/mp4');
  expect(chooseRecordingType('audio', only('audio/mp4'))).toBe('audio/mp4');
  expect(chooseRecordingType('audio', only('audio/ogg'))).toBe('audio/ogg;codecs=opus');
});

it('says so when the browser writes none', () => {
  expect(() => chooseRecordingType('video', () => false)).toThrow('This browser cannot record a video.');
});

it('tells the server the type without its codecs', () => {
  expect(plainType('audio/webm; codecs=opus')).toBe('audio/webm');
});
