import { can, isConfinedToWelcome, type UserProfile } from '@fairwatch/contract';
import type { Session } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { countAdmins, countDevices, listPendingAdmins, readAccount } from './profile.store.ts';

/** Who may see the accounts that wait: those who can open the page where they are promoted. */
const promotes = { access: { permission: 'ROLE_MANAGER', level: 'READ_ONLY' } } as const;

/** The signed-in account, with the figures of what it supervises. */
export async function readProfile({ db }: Services, session: Session, scope: Scope): Promise<UserProfile> {
  const [account, devices, adminUsersCount, pendingAdminUsers] = await Promise.all([
    readAccount(db, scope),
    countDevices(db, scope),
    isConfinedToWelcome(session.adminRole) ? 0 : countAdmins(db),
    can(session, promotes) ? listPendingAdmins(db) : [],
  ]);
  return {
    userId: String(account.id),
    username: account.username,
    nickName: account.nickname,
    email: account.email ?? '',
    profileIconPath: account.profileIconPath,
    phoneNumber: account.phone_number ?? '',
    userType: account.user_type,
    adminRole: account.admin_role,
    ...devices,
    adminUsersCount,
    // The id only tells entries apart: it is the place in the list of features.
    featureAccessDTOs: session.featureAccessDTOs.map((entry, place) => ({ id: place + 1, ...entry })),
    pendingAdminUsers,
    customSidebar: account.custom_sidebar,
  };
}
