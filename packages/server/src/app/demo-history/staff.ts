import {
  assignDevices,
  featurePermissions,
  promoteUser,
  updateFeatureAccess,
  type AccessLevel,
  type FeaturePermission,
} from '@fairwatch/contract';
import type { Life } from './life.ts';
import { registerAccount, type PastAdmin } from './past-admin.ts';

export const schoolPlaces = [0, 2, 3, 4, 15, 20, 22, 23];

type Levels = Partial<Record<FeaturePermission, AccessLevel>>;

const everything = Object.fromEntries(featurePermissions.map((name) => [name, 'FULL_ACCESS'])) as Levels;

/** The access of a teacher, who views the school's phones but no private data. */
const teaching: Levels = {
  PROFILE: 'FULL_ACCESS',
  DEVICES: 'READ_ONLY',
  NOTIFICATIONS: 'FULL_ACCESS',
  OVERVIEW: 'READ_ONLY',
  APP_LIST: 'FULL_ACCESS',
  EVENT: 'FULL_ACCESS',
  CALENDER: 'FULL_ACCESS',
  DEVICE_INFO: 'FULL_ACCESS',
  LOCATION: 'READ_ONLY',
  PERMISSION: 'READ_ONLY',
  APP_DOWNLOAD: 'READ_ONLY',
  ADD_TICKET: 'FULL_ACCESS',
  MY_TICKETS: 'FULL_ACCESS',
  TRIGGER_NOTIFICATIONS: 'FULL_ACCESS',
};

/** The access of the helpdesk, which answers tickets. */
const helping: Levels = {
  PROFILE: 'FULL_ACCESS',
  USERS: 'READ_ONLY',
  DEVICES: 'READ_ONLY',
  NOTIFICATIONS: 'FULL_ACCESS',
  OVERVIEW: 'READ_ONLY',
  DEVICE_INFO: 'READ_ONLY',
  APP_DOWNLOAD: 'READ_ONLY',
  TICKET_LIST: 'FULL_ACCESS',
  ADD_TICKET: 'FULL_ACCESS',
  MY_TICKETS: 'FULL_ACCESS',
  SUBORDINATES_TICKETS: 'FULL_ACCESS',
  TRIGGER_NOTIFICATIONS: 'FULL_ACCESS',
};

/** Creates the head of IT, who has full access and the most phones. */
export async function hireLead({ server }: Life, owner: PastAdmin): Promise<PastAdmin> {
  const lead = await registerAccount(server, 'clara.stein');
  await promote(owner, lead, everything);
  return lead;
}

export async function hireTeacher({ server }: Life, owner: PastAdmin): Promise<PastAdmin> {
  const teacher = await registerAccount(server, 'jonas.albrecht');
  await promote(owner, teacher, teaching);
  return teacher;
}

export async function hireHelpdesk({ server }: Life, lead: PastAdmin): Promise<PastAdmin> {
  const helpdesk = await registerAccount(server, 'nadia.haddad');
  await promote(lead, helpdesk, helping);
  return helpdesk;
}

/** Registers an account that stays pending. */
export async function applyForAccount({ server }: Life): Promise<void> {
  await (await registerAccount(server, 'tom.becker')).signOut();
}

async function promote(by: PastAdmin, { userId }: PastAdmin, levels: Levels): Promise<void> {
  await by.call(promoteUser, { userId });
  const access = featurePermissions.flatMap((featurePermission) => {
    const featureAccess = levels[featurePermission];
    return featureAccess === undefined ? [] : [{ featurePermission, featureAccess }];
  });
  await by.call(updateFeatureAccess, { userId, access });
}

/** Assigns the enrolled devices among these indexes to an admin. */
export async function assign(life: Life, by: PastAdmin, to: PastAdmin, places: readonly number[]): Promise<void> {
  const deviceIds = life.devices(places).map(({ deviceId }) => deviceId);
  if (deviceIds.length > 0) await by.call(assignDevices, { userId: to.userId, deviceIds });
}
