import { expect, it } from 'vitest';
import { captureFileName } from './capture-card.tsx';

const capturedAt = new Date(2026, 10, 15, 14, 32, 5).toISOString();

const named = (mimeType: string) => captureFileName('PHOTO', { mimeType, capturedAt }, 'Anna’s Phone');

it('names a file by its kind, device and time', () => {
  expect(named('image/jpeg')).toBe('photo-anna-s-phone-2026-11-15-14-32-05.jpg');
  expect(named('video/webm;codecs=vp9')).toMatch(/05\.webm$/);
  expect(named('audio/wav')).toMatch(/05\.wav$/);
  expect(named('')).toMatch(/05$/);
});
