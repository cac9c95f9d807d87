import type { Capability, PresetName } from '@fairwatch/contract';
import type { Town } from '../../fake/town.ts';

/** How a phone behaves. A demo fleet has one of each unusual kind. */
export type Temper = 'steady' | 'slow' | 'flaky' | 'private' | 'wavering' | 'pausing' | 'roaming';

/** Somebody of a small demo. */
interface Member {
  /** A minor, whose passcode names the guardian. */
  minor: boolean;
  temper: Temper;
  /** What they share; undefined for everything. */
  shares: readonly Capability[] | undefined;
  /** True for the hours that the owner proposes. A demo is opened at any hour, so most share at any. */
  keepsHours: boolean;
}

/** The phones of a demo whose installation is for a family, a school or a fleet. */
export interface FleetFace {
  appName: 'Fairwatch Family' | 'Fairwatch School' | 'Fairwatch Fleet';
  town: Pick<Town, 'city' | 'common'>;
  /** They have one last name. */
  related: boolean;
  /** What a phone is called; undefined for the name of its person and its model. */
  nameOf?(index: number): string;
  memberAt(index: number): Member;
}

const steady = { minor: false, temper: 'steady', shares: undefined, keepsHours: false } as const;

/** A child who shares everything, a teenager who pauses now and then, a partner and a grandparent. */
const family: readonly Member[] = [
  { ...steady, minor: true },
  {
    ...steady,
    minor: true,
    temper: 'pausing',
    shares: ['LOCATION', 'DEVICE_INFO', 'NOTIFICATIONS', 'APPS', 'CALENDAR', 'CONTACTS', 'FILES'],
  },
  {
    ...steady,
    shares: ['LOCATION', 'DEVICE_INFO', 'NOTIFICATIONS', 'CALENDAR', 'CONTACTS', 'GALLERY', 'FILES', 'APPS'],
  },
  { ...steady, shares: ['LOCATION', 'DEVICE_INFO', 'NOTIFICATIONS', 'CONTACTS', 'APPS'] },
];

const pupilTempers: Readonly<Record<number, Temper>> = { 3: 'slow', 5: 'wavering', 6: 'pausing', 7: 'private' };

/** Null for a demo that shows everything: its phones are of all kinds, in several towns. */
export const fleetFaces: Readonly<Record<PresetName, FleetFace | null>> = {
  family: {
    appName: 'Fairwatch Family',
    town: { city: 'Balzers', common: 'HOUSEHOLD' },
    related: true,
    memberAt: (index) => family[index] ?? steady,
  },
  school: {
    appName: 'Fairwatch School',
    town: { city: 'Vaduz', common: 'CLASS' },
    related: false,
    memberAt: (index) => ({
      ...steady,
      minor: true,
      temper: pupilTempers[index] ?? 'steady',
      keepsHours: index % 4 === 2,
    }),
  },
  fleet: {
    appName: 'Fairwatch Fleet',
    town: { city: 'Schaan', common: 'DEPOT' },
    related: false,
    nameOf: (index) => `Van ${index + 1}`,
    memberAt: (index) => ({
      ...steady,
      temper: index === 3 || index === 6 ? 'roaming' : 'steady',
      keepsHours: index === 5,
    }),
  },
  everything: null,
};
