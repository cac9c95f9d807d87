import { capabilityRefusal, offers, refusalOf } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { termuxPrograms } from '../termux/termux.ts';
import { termuxOffers } from './termux-offers.ts';

it('a phone with everything offers all but what Android does not give', () => {
  const offered = termuxOffers({ has: () => true });
  expect(offered.refusals).toEqual({
    CAPTURE_VIDEO: 'Termux:API can take photos, but no videos.',
    RECORD_CALL: 'Android does not let Termux record calls.',
  });
  expect([refusalOf(offered, 'CAPTURE_PHOTO'), capabilityRefusal(offered, 'CAMERA')]).toEqual([null, null]);
});

it('a program that is missing is a reason, short enough for the protocol', () => {
  for (const missing of [...termuxPrograms, 'all']) {
    const offered = termuxOffers({ has: (program) => missing !== 'all' && program !== missing });
    expect(offers.safeParse(offered).error).toBeUndefined();
  }
  const offered = termuxOffers({ has: (program) => program !== 'termux-sms-list' });
  expect(refusalOf(offered, 'UPDATE_MESSAGES')).toContain('pkg install termux-api');
  expect(refusalOf(offered, 'UPDATE_CONTACTS')).toBeNull();
});
