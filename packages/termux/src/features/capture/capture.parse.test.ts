import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { TermuxProblem } from '../../core/termux/termux.ts';
import { parseCameraId, parseRecorder } from './capture.parse.ts';

it('finds the first camera of a side', () => {
  const cameras = [
    { id: '0', facing: 'back' },
    { id: '2', facing: 'back' },
    { id: '1', facing: 'front' },
  ];
  expect([parseCameraId(cameras, 'BACK'), parseCameraId(cameras, 'FRONT')]).toEqual(['0', '1']);
  expect(() => parseCameraId(cameras.slice(0, 2), 'FRONT')).toThrow('This phone has no front camera');
});

it('takes nothing but a number as the id of a camera', () => {
  for (const id of ['-h', '1; id', '', null, {}, '0000']) {
    expect(() => parseCameraId([{ id, facing: 'back' }], 'BACK')).toThrow(TermuxProblem);
  }
});

it('reads whether the recorder records', () => {
  expect(parseRecorder({ isRecording: true, outputFile: '/a/voice.m4a' })).toBe('/a/voice.m4a');
  expect(parseRecorder({ isRecording: false })).toBeNull();
});

it('throws a problem for all other output', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (printed) => {
      expect(() => parseCameraId(printed, 'BACK')).toThrow(TermuxProblem);
      expect(() => parseRecorder(printed)).toThrow(TermuxProblem);
    }),
  );
});
