import {
  capabilityNames,
  groundNotStated,
  type Capability,
  type Ground,
  type PresetName,
  type SharingHours,
} from '@fairwatch/contract';
import { fakeCalls, fakeVitals, type FakePhone } from '../../fake/fake-phone.ts';
import { personAt, withLastName, type Person } from '../../fake/people.ts';
import { seededRandom, type Random } from '../../fake/random.ts';
import { fleetFaces, type Temper } from './fleet-faces.ts';
import { hoursToJoinWith } from './joining-hours.ts';

/** Everything about a simulated phone that its seed and place decide. */
export interface PhonePlan extends FakePhone {
  index: number;
  /** For whom the demo is. */
  preset: PresetName;
  granted: readonly Capability[];
  /** What its person does not share although their passcode asks for it. */
  declines: readonly Capability[];
  isMinor: boolean;
  temper: Temper;
  /** The hours that its person chooses when they join, null for any hour; undefined for the default of the installation. */
  hours: SharingHours | null | undefined;
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

/** The phone at the given place of the fleet with this seed, in a demo of this preset. */
export function planPhone(seed: string, index: number, preset: PresetName = 'everything'): PhonePlan {
  const face = fleetFaces[preset];
  const member = face?.memberAt(index);
  const random = (purpose: string) => seededRandom(`${seed}/${index}/${purpose}`);
  const person = planPerson(seed, index, face?.related ?? false);
  const look = random('facts');
  const { model, osName, osVersions } = look.pick(models);
  const temper = member?.temper ?? tempers[index] ?? 'steady';
  const facts = {
    name: face?.nameOf?.(index) ?? `${person.firstName}'s ${model.replace(/^(?:Google|Samsung|Motorola) /, '')}`,
    model,
    osName,
    osVersion: look.pick<string>(osVersions),
    appName: look.pick<string>(appNames),
    appVersion: look.pick(appVersions),
  };
  const isMinor = member?.minor ?? index === minorAt;
  if (face) facts.appName = face.appName;
  else if (isMinor) facts.appName = 'Fairwatch School';
  return {
    index,
    preset,
    person,
    facts,
    vitals: fakeVitals(random('vitals'), facts, fakeCalls(random('calls'), index === 0)),
    granted: temper === 'private' ? ['DEVICE_INFO', 'NOTIFICATIONS'] : (member?.shares ?? capabilityNames),
    declines: planDeclines(index, temper, random('declines')),
    isMinor,
    temper,
    hours: member ? (member.keepsHours ? undefined : null) : hoursToJoinWith(index),
    town: face && { ...face.town, pupil: isMinor },
    random,
  };
}

function planPerson(seed: string, index: number, related: boolean): Person {
  const offset = seededRandom(seed).int(0, 1_000_000);
  const at = (place: number) => personAt(place, seededRandom(`${seed}/${place}/person`), offset);
  return related ? withLastName(at(index), at(0).name.split(' ').at(-1) ?? '') : at(index);
}

/** The first phone, which visitors open first, has nothing declined. */
function planDeclines(index: number, temper: Temper, chance: Random): Capability[] {
  if (index === 0 || temper === 'wavering') return [];
  const share = temper === 'private' ? 0.85 : 0.15;
  return capabilityNames.filter(() => chance.chance(share));
}

/** Plans a phone for load tests. It shares everything at any hour, so that it can answer every command. */
export function planLoadPhone(seed: string, index: number): PhonePlan {
  return { ...planPhone(seed, index), granted: capabilityNames, declines: [], temper: 'steady', hours: undefined };
}

/** A minor's phone is reviewed twice a year. */
const reviewAfterMs = 182 * 24 * 60 * 60 * 1000;

const groundsByApp: Record<(typeof appNames)[number], Pick<Ground, 'purpose' | 'legalBasis'>> = {
  'Fairwatch Family': { purpose: 'FAMILY', legalBasis: 'CONSENT' },
  'Fairwatch Fleet': { purpose: 'WORK', legalBasis: 'CONTRACT' },
  'Fairwatch School': { purpose: 'SCHOOL', legalBasis: 'LEGITIMATE_INTEREST' },
};

/** The ground of this phone's passcode, by the app that is on it. */
export function planGround({ isMinor, person, facts, random }: PhonePlan, now = new Date()): Ground {
  const app = appNames.find((name) => name === facts.appName);
  if (isMinor) {
    const guardian = `${random('guardian').pick(['Ines', 'Marta', 'Jonas', 'Tomas'])} ${person.name.split(' ').at(-1)}`;
    const reviewOn = new Date(now.getTime() + reviewAfterMs).toISOString().slice(0, 10);
    const { purpose } = app ? groundsByApp[app] : groundNotStated;
    return { purpose, purposeText: '', legalBasis: 'PARENTAL', guardian, reviewOn };
  }
  return { ...groundNotStated, ...(app && groundsByApp[app]) };
}
