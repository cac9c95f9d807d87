import type { AskedKind, Ground, Purpose } from '@fairwatch/contract';

const asked: Readonly<Record<Purpose, readonly AskedKind[]>> = {
  WORK: [
    { capability: 'LOCATION', reason: 'To plan rounds, and to tell customers when you arrive.' },
    { capability: 'DEVICE_INFO', reason: 'To replace phones whose battery or storage runs out.' },
    { capability: 'FILES', reason: 'For delivery notes, so that you need no paper.' },
  ],
  SCHOOL: [
    { capability: 'APPS', reason: 'To check that the apps for your lessons are there.' },
    { capability: 'FILES', reason: 'To hand out work sheets and collect them.' },
    { capability: 'LOCATION', reason: 'On school trips, so that nobody gets lost.' },
  ],
  FAMILY: [
    { capability: 'LOCATION', reason: 'So that we know that you got home.' },
    { capability: 'APPS', reason: 'To talk about new apps before they cause trouble.' },
    { capability: 'CALENDAR', reason: 'So that nobody is forgotten at football practice.' },
  ],
  OTHER: [{ capability: 'DEVICE_INFO', reason: 'To help when something does not work.' }],
};

/** What the passcodes of a demo ask for, and why, by the purpose of the supervision. */
export function askedOnDemoGround({ purpose }: Pick<Ground, 'purpose'>): AskedKind[] {
  return [...asked[purpose]];
}
