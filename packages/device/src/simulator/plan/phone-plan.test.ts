import { capabilityNames, deviceFacts, enrol, groundInput } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { planGround, planPhone } from './phone-plan.ts';

const fleet = Array.from({ length: 2000 }, (_, index) => planPhone('seed', index));
const people = (seed: string) => Array.from({ length: 20 }, (_, index) => planPhone(seed, index).person);

describe('a simulated fleet', () => {
  it('is the same for the same seed, and differs for another one', () => {
    expect(people('one')).toEqual(people('one'));
    expect(people('one')).not.toEqual(people('two'));
  });

  it('has no two people alike', () => {
    expect(new Set(fleet.map(({ person }) => person.username)).size).toBe(fleet.length);
    expect(new Set(fleet.map(({ person }) => person.name)).size).toBe(fleet.length);
    expect(new Set(Array.from({ length: 20_000 }, (_, index) => planPhone('seed', index).person.username)).size).toBe(
      20_000,
    );
  });

  it('has people and phones that the contract accepts', () => {
    for (const { person, facts } of fleet) {
      expect(enrol.input.shape.person.safeParse({ username: person.username, email: person.email }).success).toBe(true);
      expect(deviceFacts.safeParse(facts).success).toBe(true);
    }
  });

  it('has mail addresses and numbers that belong to nobody', () => {
    for (const { person } of fleet) {
      expect(person.email).toMatch(/@([a-z]+\.)?example\.(com|net|org)$/);
      expect(person.phoneNumber).toMatch(/^\+1 \d{3} 555 01\d\d$|^\+44 7700 900\d{3}$|^\+33 6 39 98 \d\d \d\d$/);
    }
  });

  it('has phones of work, school and family, and one pupil with a guardian', () => {
    const grounds = fleet.slice(0, 24).map((plan) => planGround(plan));
    expect(new Set(grounds.map(({ purpose }) => purpose))).toEqual(new Set(['WORK', 'SCHOOL', 'FAMILY']));
    expect(grounds.filter(({ guardian }) => guardian !== null)).toMatchObject([{ legalBasis: 'PARENTAL' }]);
    for (const ground of grounds) expect(groundInput.safeParse(ground).error).toBeUndefined();
  });

  it.each([
    ['family', 'FAMILY', 2],
    ['school', 'SCHOOL', 8],
    ['fleet', 'WORK', 0],
  ] as const)('fits a %s: one purpose, one town, and minors with a guardian', (preset, purpose, minors) => {
    const plans = Array.from({ length: 8 }, (_, index) => planPhone('seed', index, preset));
    const grounds = plans.map((plan) => planGround(plan));
    expect(new Set(grounds.map((ground) => ground.purpose))).toEqual(new Set([purpose]));
    expect(grounds.filter(({ guardian }) => guardian !== null)).toHaveLength(minors);
    for (const ground of grounds) expect(groundInput.safeParse(ground).error).toBeUndefined();
    expect(new Set(plans.map(({ town }) => town?.city)).size).toBe(1);
    expect(new Set(plans.map(({ person }) => person.username)).size).toBe(8);
    expect(plans[0]).toMatchObject({ granted: capabilityNames, declines: [], temper: 'steady', hours: null });
  });

  it('has one last name in a family', () => {
    const names = Array.from({ length: 4 }, (_, index) => planPhone('seed', index, 'family').person.name.split(' ')[1]);
    expect(new Set(names).size).toBe(1);
  });

  it('has people who decline some of what a passcode asks for, but not all', () => {
    const declining = fleet.slice(0, 24).filter(({ declines }) => declines.length > 0);
    expect(declining.length).toBeGreaterThan(5);
    expect(declining.every(({ declines }) => declines.length < capabilityNames.length)).toBe(true);
  });

  it('has one slow phone, one that fails, and people who share little, waver, pause or come and go', () => {
    const tempers = fleet.map(({ temper }) => temper).filter((temper) => temper !== 'steady');
    expect(tempers).toEqual(['slow', 'flaky', 'private', 'wavering', 'pausing', 'roaming', 'roaming']);
    expect(fleet[7]?.granted).not.toContain('CONTACTS');
    expect(fleet[0]?.granted).toEqual(capabilityNames);
  });
});
