import { describe, expect, it } from 'vitest';
import { secondsText, createRoundTrip, pictureAge } from './picture-age.ts';

describe('the age of a picture', () => {
  it('is its age at the server, half of the round trip, and how long it has been here', () => {
    expect(pictureAge({ ageMs: 250, receivedAt: 1000 }, 80, 1110)).toBe(400);
  });

  it('grows while no other picture follows', () => {
    expect(pictureAge({ ageMs: 0, receivedAt: 1000 }, 0, 6000)).toBe(5000);
  });

  it.each([
    [0, '0.0'],
    [420, '0.4'],
    [9_940, '9.9'],
    [9_960, '10'],
    [12_400, '12'],
  ])('%d ms are written as %s s', (ms, text) => expect(secondsText(ms, 'en')).toBe(text));
});

describe('the round trip', () => {
  it('is 0 before the first answer, then the median of the last five', () => {
    const roundTrip = createRoundTrip();
    expect(roundTrip.median()).toBe(0);
    for (const ms of [40, 900, 50, 45, 60]) roundTrip.add(ms);
    expect(roundTrip.median()).toBe(50);
    for (const ms of [20, 20, 20]) roundTrip.add(ms);
    expect(roundTrip.median()).toBe(20);
  });
});
