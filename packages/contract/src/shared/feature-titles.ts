import type { AccessLevel, FeaturePermission } from '../core/access/permissions.ts';
import type { AdminRole, UserType } from '../core/access/roles.ts';

/** The title of each area of the console, for the server's texts. The console shows the same. */
export const featureTitles: Readonly<Record<FeaturePermission, string>> = {
  PROFILE: 'Profile',
  ROLE_MANAGER: 'Role Management',
  USERS: 'Users',
  DEVICES: 'Devices',
  NOTIFICATIONS: 'Notifications',
  CONTACTS: 'Contacts',
  CALL_LOG: 'Calls',
  FILE_MANAGER: 'File Manager',
  LOCATION: 'Location',
  SMS_READ: 'Text Messages',
  APP_LIST: 'Installed Apps',
  DEVICE_INFO: 'Device Info',
  CALENDER: 'Calendar',
  VOICE_RECORDER: 'Voice Recorder',
  PHOTO_RECORDER: 'Photo Recorder',
  VIDEO_RECORDER: 'Video Recorder',
  PERMISSION: 'App Permissions',
  GALLERY: 'Photos and Videos',
  EVENT: 'Events',
  OVERVIEW: 'Device Overview',
  APP_DOWNLOAD: 'App Download',
  TICKET_LIST: 'Ticket List',
  OTP_LIST: 'OTP List',
  ADD_TICKET: 'Add Ticket',
  MY_TICKETS: 'My Tickets',
  SUBORDINATES_TICKETS: "Subordinates' Tickets",
  TRIGGER_NOTIFICATIONS: 'Trigger Notifications',
  AUDIT: 'Audit Log',
};

export const levelTitles: Readonly<Record<AccessLevel, string>> = {
  NO_ACCESS: 'No Access',
  READ_ONLY: 'Read Only',
  FULL_ACCESS: 'Full Access',
};

/** The one name of each role, for every page, mail and log. */
export const adminRoleTitles: Readonly<Record<AdminRole, string>> = {
  NON_ADMIN: 'Non Admin',
  PENDING: 'Pending',
  ADMIN: 'Admin',
  SUPER_ADMIN: 'Super Admin',
};

/** The one name of each type of account. A super admin's is Administrator too. */
export const userTypeTitles: Readonly<Record<UserType, string>> = {
  ADMIN: 'Administrator',
  USER: 'Standard User',
  GUEST: 'Guest User',
};
