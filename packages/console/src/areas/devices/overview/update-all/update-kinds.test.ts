import {
  capabilityNames,
  errorText,
  featurePermissions,
  offersWithout,
  type Actor,
  type Capability,
} from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { deviceForTest } from '../../../../shared/device-feature/device/device-for-test.ts';
import { updateKinds } from './update-kinds.ts';

const admin: Actor = {
  adminRole: 'ADMIN',
  featureAccessDTOs: featurePermissions.map((featurePermission, id) => {
    return { id, featurePermission, featureAccess: 'FULL_ACCESS' };
  }),
};
const now = new Date('2026-11-16T12:00:00.000Z');

function grantsOf(...shared: Capability[]) {
  const grants = capabilityNames.map((capability) => {
    return { capability, title: '', shares: '', granted: shared.includes(capability), since: null };
  });
  return { grants, hours: null, hoursBeginAt: null, heldSince: null, pausedSince: null } as never;
}

const possible = (kinds: ReturnType<typeof updateKinds>) =>
  kinds.filter(({ reason }) => reason === null).map(({ command }) => command);

describe('the kinds of data that are updated together', () => {
  it('are those that are shared, each of the others with its reason', () => {
    const kinds = updateKinds(admin, { device: deviceForTest(), grants: grantsOf('CONTACTS', 'LOCATION'), now });
    expect(possible(kinds)).toEqual(['UPDATE_LOCATIONS', 'UPDATE_CONTACTS']);
    expect(kinds.find(({ command }) => command === 'UPDATE_APPS')).toEqual({
      command: 'UPDATE_APPS',
      title: 'Installed apps',
      reason: errorText('consent_missing', { capability: 'Installed apps' }),
    });
  });

  it('leave out what the admin may not update, or only read', () => {
    const readOnly = [
      { id: 1, featurePermission: 'CONTACTS', featureAccess: 'READ_ONLY' },
      { id: 2, featurePermission: 'LOCATION', featureAccess: 'FULL_ACCESS' },
    ] as const;
    const kinds = updateKinds(
      { adminRole: 'ADMIN', featureAccessDTOs: readOnly },
      { device: deviceForTest(), grants: grantsOf('CONTACTS', 'LOCATION'), now },
    );
    expect(kinds.map(({ command }) => command)).toEqual(['UPDATE_LOCATIONS']);
  });

  it('say what the client cannot do before what is not shared', () => {
    const offers = offersWithout({ SMS: 'A browser cannot read text messages.' });
    const kinds = updateKinds(admin, { device: deviceForTest({ offers }), grants: grantsOf('CONTACTS'), now });
    const messages = kinds.find(({ command }) => command === 'UPDATE_MESSAGES');
    expect(messages?.reason).toBe('A browser cannot read text messages.');
  });

  it('are none while the person has paused, or the notice is not shown', () => {
    const paused = { ...(grantsOf('CONTACTS') as object), pausedSince: '2026-11-16T10:00:00.000Z' } as never;
    expect(possible(updateKinds(admin, { device: deviceForTest(), grants: paused, now }))).toEqual([]);
    const hidden = deviceForTest({ noticeShown: false });
    expect(possible(updateKinds(admin, { device: hidden, grants: grantsOf('CONTACTS'), now }))).toEqual([]);
  });
});
