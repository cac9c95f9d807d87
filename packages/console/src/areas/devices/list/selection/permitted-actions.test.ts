import { featurePermissions, type AccessLevel, type Actor, type FeaturePermission } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { permittedActions, selectionActions } from './permitted-actions.ts';

const adminWith = (featurePermission: FeaturePermission, featureAccess: AccessLevel = 'FULL_ACCESS'): Actor => ({
  adminRole: 'ADMIN',
  featureAccessDTOs: [{ featurePermission, featureAccess }],
});

describe('the actions on selected devices', () => {
  it.each([
    ['CONTACTS', ['update', 'ask', 'schedule', 'export']],
    ['LOCATION', ['update', 'locate', 'ask', 'schedule', 'export']],
    ['TRIGGER_NOTIFICATIONS', ['notify', 'ask', 'schedule', 'export']],
    ['DEVICES', ['addToGroup', 'removeFromGroup', 'export', 'end']],
    ['ROLE_MANAGER', ['assign', 'export']],
  ] as const)('with %s are %o', (permission, actions) => {
    expect(permittedActions(adminWith(permission))).toEqual(actions);
    expect(permittedActions(adminWith(permission, 'READ_ONLY'))).toEqual(['export']);
  });

  it('are all with every permission, and none for nobody', () => {
    const featureAccessDTOs = featurePermissions.map((featurePermission) => {
      return { featurePermission, featureAccess: 'FULL_ACCESS' } as const;
    });
    expect(permittedActions({ adminRole: 'ADMIN', featureAccessDTOs })).toEqual([...selectionActions]);
    expect(permittedActions(null)).toEqual([]);
  });
});
