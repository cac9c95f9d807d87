import { createSchedule, ownZone, scheduleTiming, type DeviceSelection, type Schedule } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import {
  actionOf,
  draftOf,
  newDraft,
  permittedActions,
  problemsOf,
  selectionOf,
  timingOf,
  type ScheduleDraft,
} from './schedule-draft.ts';

const admin = (featurePermission: 'CONTACTS' | 'TRIGGER_NOTIFICATIONS') => ({
  adminRole: 'ADMIN' as const,
  featureAccessDTOs: [{ id: 1, featurePermission, featureAccess: 'FULL_ACCESS' as const }],
});

const draft: ScheduleDraft = {
  ...newDraft(admin('CONTACTS'), { device: { id: 7, name: 'Depot' } }),
  name: 'Contacts at night',
  purpose: 'To have a backup',
  commands: ['UPDATE_CONTACTS'],
};

const schedule: Schedule = {
  id: 1,
  name: 'Contacts at night',
  purpose: 'To have a backup',
  action: { action: 'UPDATE', commands: ['UPDATE_CONTACTS'] },
  title: 'Update contacts',
  timing: { every: 'INTERVAL', minutes: 90, from: null, until: null },
  when: 'Every 90 minutes',
  target: { group: null, devices: 3, device: null },
  paused: false,
  createdBy: 'owner',
  createdAt: '2026-11-15T12:00:00Z',
  nextAt: null,
  lastRun: null,
  mine: true,
};

describe('the draft of a schedule', () => {
  it('matches the contract', () => {
    const parts: Partial<ScheduleDraft>[] = [
      {},
      { every: 'INTERVAL', amount: '15', unit: 'minutes' },
      { every: 'WEEK', zone: 'DEVICE', from: '2026-11-20T08:00', until: '2026-11-21T08:00' },
      { action: 'NOTIFY', title: 'Hello', message: 'Please charge the phone.' },
      { target: 'GROUP', groupId: '3' },
      { target: 'SELECTED', selected: { selection: { by: 'MATCHING', search: 'depot', filter: {} }, count: 3 } },
    ];
    for (const part of parts) {
      const full = { ...draft, ...part };
      expect(problemsOf(full)).toEqual([]);
      const input = { ...full, selection: selectionOf(full), action: actionOf(full), timing: timingOf(full) };
      const { name, purpose, selection, action, timing } = input;
      expect(createSchedule.input.safeParse({ name, purpose, selection, action, timing }).error).toBeUndefined();
    }
  });

  it.each<[string, Partial<ScheduleDraft>, string[]]>([
    ['no name and no purpose', { name: ' ', purpose: '' }, ['name', 'purpose']],
    ['no kind of data', { commands: [] }, ['commands']],
    ['a notification without a text', { action: 'NOTIFY', title: 'Hello' }, ['message']],
    ['no group', { target: 'GROUP' }, ['groupId']],
    ['no device', { devices: [] }, ['devices']],
    ['a shorter interval than 15 minutes', { every: 'INTERVAL', amount: '14', unit: 'minutes' }, ['amount']],
    ['a longer interval than a week', { every: 'INTERVAL', amount: '169', unit: 'hours' }, ['amount']],
    ['half an interval', { every: 'INTERVAL', amount: '1.01', unit: 'hours' }, ['amount']],
    ['no interval', { every: 'INTERVAL', amount: '' }, ['amount']],
    ['no day', { every: 'WEEK', days: [] }, ['days']],
    ['no time', { time: '' }, ['time']],
    ['an end before its beginning', { from: '2026-11-20T08:00', until: '2026-11-20T07:00' }, ['until']],
  ])('is validated: %s', (_, change, expected) => {
    expect(problemsOf({ ...draft, ...change })).toEqual(expected);
  });

  it('has no timing while a field of it is wrong', () => {
    expect(timingOf({ ...draft, every: 'WEEK', days: [] })).toBeNull();
    expect(timingOf({ ...draft, every: 'WEEK', days: ['SUN', 'MON'] })).toMatchObject({ days: ['MON', 'SUN'] });
    expect(timingOf({ ...draft, zone: 'DEVICE' })).toMatchObject({ zone: 'DEVICE', fallbackZone: ownZone() });
  });

  it.each<[string, Schedule['timing']]>([
    ['minutes', { every: 'INTERVAL', minutes: 90, from: null, until: null }],
    ['hours', { every: 'INTERVAL', minutes: 120, from: '2026-11-20T08:00:00.000Z', until: null }],
    ['days', { every: 'DAY', time: '07:30', zone: 'Asia/Tokyo', fallbackZone: 'Asia/Tokyo', from: null, until: null }],
  ])('of a schedule that exists changes nothing by itself: %s', (_, timing) => {
    const kept = draftOf({ ...schedule, timing });
    expect(timingOf(kept)).toEqual(scheduleTiming.parse(timing));
    expect(actionOf(kept)).toEqual(schedule.action);
    expect(selectionOf(kept)).toBeUndefined();
    expect(
      selectionOf(draftOf({ ...schedule, target: { ...schedule.target, group: { id: 4, name: 'Depot' } } })),
    ).toEqual({ by: 'GROUP', groupId: 4 });
  });

  it('is for what the form was opened from', () => {
    const selection: DeviceSelection = { by: 'DEVICES', deviceIds: [3, 4] };
    expect(selectionOf(newDraft(null, { selected: { selection, count: 2 } }))).toEqual(selection);
    expect(selectionOf(newDraft(null, { groupId: 5 }))).toEqual({ by: 'GROUP', groupId: 5 });
    expect(selectionOf(newDraft(null, { device: { id: 7, name: 'Depot' } }))).toEqual({
      by: 'DEVICES',
      deviceIds: [7],
    });
  });

  it('offers what the admin may do', () => {
    expect(permittedActions(admin('CONTACTS'))).toEqual(['UPDATE']);
    expect(permittedActions(admin('TRIGGER_NOTIFICATIONS'))).toEqual(['NOTIFY']);
    expect(permittedActions(null)).toEqual([]);
  });
});
