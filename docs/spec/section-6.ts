import type { Section } from './section.ts';

export const section6: Section = {
  number: 6,
  title: 'Roles and permissions',
  statements: {
    '6.1': 'Route guard: not authenticated goes to /auth/login.',
    '6.2':
      'Route guard: authenticated but lacking an item in featureAccessDTOs with the required featurePermission and featureAccess equal to FULL_ACCESS goes to /not-authorized.',
    '6.3':
      'Permission names used by routes: USERS, APP_DOWNLOAD, MY_TICKETS, SUBORDINATES_TICKETS, ADD_TICKET, OTP_LIST, ROLE_MANAGER, OVERVIEW, TRIGGER_NOTIFICATIONS, EVENT, GALLERY, PERMISSION, VIDEO_RECORDER, PHOTO_RECORDER, VOICE_RECORDER, CONTACTS, LOCATION, FILE_MANAGER, CALL_LOG, SMS_READ, DEVICE_INFO, APP_LIST.',
    '6.4': 'userType defaults to USER; adminRole defaults to NON_ADMIN.',
    '6.5': 'Admin roles PENDING and NON_ADMIN are confined to the welcome page.',
    '6.6': 'The socket connects with user type ADMIN.',
    '6.7': 'Per-admin feature access: Full Access, Read Only, No Access.',
    '6.8': 'Admins can be assigned or stripped of devices.',
    '6.9': 'Admins can be given a sidebar panel (Default, Custom 1 to 3).',
    '6.10': 'Admins can have nickname and password changed.',
  },
};
