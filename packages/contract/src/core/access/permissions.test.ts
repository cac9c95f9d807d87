import { describe, expect, it } from 'vitest';
import { type AccessLevel, type Actor, can, featurePermissions } from './permissions.ts';
import { adminRoles } from './roles.ts';

const nothing: Actor = { adminRole: 'ADMIN', featureAccessDTOs: [] };
const holding = (featureAccess: AccessLevel): Actor => ({
  ...nothing,
  featureAccessDTOs: [{ featurePermission: 'CONTACTS', featureAccess }],
});
const reading = { access: { permission: 'CONTACTS', level: 'READ_ONLY' } } as const;
const changing = { access: { permission: 'CONTACTS', level: 'FULL_ACCESS' } } as const;

describe('can', () => {
  it('lets anyone use what is public and any session what asks for a session', () => {
    expect(can(null, { access: 'public' })).toBe(true);
    expect(can(null, { access: 'session' })).toBe(false);
    expect(can(nothing, { access: 'session' })).toBe(true);
  });

  it('asks for an admin where PENDING and NON_ADMIN have nothing to see', () => {
    const allowed = adminRoles.filter((adminRole) => can({ ...nothing, adminRole }, { access: 'admin' }));
    expect(allowed).toEqual(['ADMIN', 'SUPER_ADMIN']);
    expect(can(null, { access: 'admin' })).toBe(false);
  });

  it('keeps what concerns the whole installation to SUPER_ADMIN, whatever else an admin holds', () => {
    const everything = featurePermissions.map(
      (featurePermission) => ({ featurePermission, featureAccess: 'FULL_ACCESS' }) as const,
    );
    const allowed = adminRoles.filter((adminRole) =>
      can({ adminRole, featureAccessDTOs: everything }, { access: 'super-admin' }),
    );
    expect(allowed).toEqual(['SUPER_ADMIN']);
    expect(can(null, { access: 'super-admin' })).toBe(false);
  });

  it('[SPEC 6.2] refuses whoever lacks the permission', () => {
    expect(can(null, reading)).toBe(false);
    expect(can(nothing, reading)).toBe(false);
    expect(can(holding('NO_ACCESS'), reading)).toBe(false);
    expect(can(holding('FULL_ACCESS'), { access: { permission: 'LOCATION', level: 'READ_ONLY' } })).toBe(false);
  });

  it('[SPEC 3.13, 6.7] Full Access opens everything, Read Only opens without commands, No Access opens nothing', () => {
    expect([can(holding('FULL_ACCESS'), reading), can(holding('FULL_ACCESS'), changing)]).toEqual([true, true]);
    expect([can(holding('READ_ONLY'), reading), can(holding('READ_ONLY'), changing)]).toEqual([true, false]);
    expect([can(holding('NO_ACCESS'), reading), can(holding('NO_ACCESS'), changing)]).toEqual([false, false]);
  });

  it('[SPEC 3.11] names the 27 feature permissions, and one of ours after them', () => {
    expect(featurePermissions.join(' ')).toBe(
      'PROFILE ROLE_MANAGER USERS DEVICES NOTIFICATIONS CONTACTS CALL_LOG FILE_MANAGER LOCATION SMS_READ APP_LIST ' +
        'DEVICE_INFO CALENDER VOICE_RECORDER PHOTO_RECORDER VIDEO_RECORDER PERMISSION GALLERY EVENT OVERVIEW ' +
        'APP_DOWNLOAD TICKET_LIST OTP_LIST ADD_TICKET MY_TICKETS SUBORDINATES_TICKETS TRIGGER_NOTIFICATIONS ' +
        'AUDIT',
    );
  });
});
