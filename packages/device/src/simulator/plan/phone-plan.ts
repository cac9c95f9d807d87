import { capabilityNames, groundNotStated, type Capability, type Ground, type SharingHours } from '@fairwatch/contract';
import { fakeCalls, fakeVitals, type FakePhone } from '../../fake/fake-phone.ts';
import { personAt } from '../../fake/people.ts';
import { seededRandom, type Random } from '../../fake/random.ts';
import { hoursToJoinWith } from './joining-hours.ts';

/** How a phone behaves. A demo fleet has one of each unusual kind. */
export type Temper = 'steady' | 'slow' | 'flaky' | 'private' | 'wavering' | 'pausing' | 'roaming';

/** Everything about a simulated phone that its seed and place decide. */
export interface PhonePlan extends FakePhone {
  index: number;
  granted: readonly Capability[];
  temper: Temper;
  /** The hours that its person chooses when they join; undefined for the default of the installation. */
  hours: SharingHours | undefined;
  /** A generator for one purpose, so that a new feature does not change the data of the others. */
  random(purpose: string): Random;
}

const tempers: Readonly<Record<number, Temper>> = {
  3: 'slow',
  5: 'flaky',
  7: 'private',
  9: 'wavering',
  11: 'pausing',
  13: 'roaming',
  17: 'roaming',
};

const models = [
  { model: 'Google Pixel 8', osName: 'Android', osVersions: ['15', '16'] },
  { model: 'Google Pixel 9 Pro', osName: 'Android', osVersions: ['15', '16'] },
  { model: 'Samsung Galaxy S24', osName: 'Android', osVersions: ['14', '15', '16'] },
  { model: 'Samsung Galaxy S25', osName: 'Android', osVersions: ['15', '16'] },
  { model: 'Samsung Galaxy A55', osName: 'Android', osVersions: ['14', '15'] },
  { model: 'Xiaomi 14', osName: 'Android', osVersions: ['14', '15'] },
  { model: 'OnePlus 12', osName: 'Android', osVersions: ['14', '15'] },
  { model: 'Motorola Edge 50', osName: 'Android', osVersions: ['14', '15'] },
  { model: 'Fairphone 5', osName: 'Android', osVersions: ['14'] },
  { model: 'Nothing Phone (2)', osName: 'Android', osVersions: ['14', '15'] },
] as const;
const appNames = ['Fairwatch Family', 'Fairwatch Fleet', 'Fairwatch School'] as const;
/** The pupil of the fleet. */
const minorAt = 4;
const appVersions = ['1.0.18', '1.0.19', '1.0.20', '1.0.20'] as const;

/** The phone at the given place of the fleet with this seed. */
export function planPhone(seed: string, index: number): PhonePlan {
  const random = (purpose: string) => seededRandom(`${seed}/${index}/${purpose}`);
  const offset = seededRandom(seed).int(0, 1_000_000);
  const person = personAt(index, random('person'), offset);
  const look = random('facts');
  const { model, osName, osVersions } = look.pick(models);
  const temper = tempers[index] ?? 'steady';
  const facts = {
    name: `${person.firstName}'s ${model.replace(/^(?:Google|Samsung|Motorola) /, '')}`,
    model,
    osName,
    osVersion: look.pick<string>(osVersions),
    appName: look.pick<string>(appNames),
    appVersion: look.pick(appVersions),
  };
  if (index === minorAt) facts.appName = 'Fairwatch School';
  return {
    index,
    person,
    facts,
    vitals: fakeVitals(random('vitals'), facts, fakeCalls(random('calls'), index === 0)),
    granted: temper === 'private' ? ['DEVICE_INFO', 'NOTIFICATIONS'] : capabilityNames,
    temper,
    hours: hoursToJoinWith(index),
    random,
  };
}

/** Plans a phone for load tests. It shares everything at any hour, so that it can answer every command. */
export function planLoadPhone(seed: string, index: number): PhonePlan {
  return { ...planPhone(seed, index), granted: capabilityNames, temper: 'steady', hours: undefined };
}

/** A minor's phone is reviewed twice a year. */
const reviewAfterMs = 182 * 24 * 60 * 60 * 1000;

const groundsByApp: Record<(typeof appNames)[number], Pick<Ground, 'purpose' | 'legalBasis'>> = {
  'Fairwatch Family': { purpose: 'FAMILY', legalBasis: 'CONSENT' },
  'Fairwatch Fleet': { purpose: 'WORK', legalBasis: 'CONTRACT' },
  'Fairwatch School': { purpose: 'SCHOOL', legalBasis: 'LEGITIMATE_INTEREST' },
};

/** The ground of this phone's passcode, by the app that is on it. */
export function planGround({ index, person, facts, random }: PhonePlan, now = new Date()): Ground {
  if (index === minorAt) {
    const guardian = `${random('guardian').pick(['Ines', 'Marta', 'Jonas', 'Tomas'])} ${person.name.split(' ').at(-1)}`;
    const reviewOn = new Date(now.getTime() + reviewAfterMs).toISOString().slice(0, 10);
    return { purpose: 'SCHOOL', purposeText: '', legalBasis: 'PARENTAL', guardian, reviewOn };
  }
  const app = appNames.find((name) => name === facts.appName);
  return { ...groundNotStated, ...(app && groundsByApp[app]) };
}
