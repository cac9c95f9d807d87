import { adminRoleTitles, removePersonPicture, userTypeTitles, type UserDetail } from '@fairwatch/contract';
import { Group, Stack, Text } from '@mantine/core';
import { AccountActions } from '../../../shared/admin-accounts/account-actions.tsx';
import { AdminStatus } from '../../../shared/admin-accounts/admin-status.tsx';
import { Facts } from '../../../core/components/page/facts.tsx';
import { Initials } from '../../../core/components/people/person-name.tsx';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { Can } from '../../../core/components/can.tsx';
import { RenameUser } from '../../../shared/device-feature/device/rename.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useAdminSession } from '../../../core/session/session-store.ts';
import { PersonPicture } from './person-picture.tsx';
import { UserTypeChoice } from './user-type-choice.tsx';

/** The details of an account. */
export function UserFacts({ user }: { user: UserDetail }) {
  const { t } = useTranslation('users');
  const { id, username, nickname, email, phoneNumber, userType, adminStatus, createdAt, signsIn } = user;
  const name = nickname === '' ? username : nickname;
  const isAdmin = adminStatus === 'ADMIN' || adminStatus === 'SUPER_ADMIN';
  const isSelf = useAdminSession().userId === String(id);
  return (
    <Stack component="section">
      <Group gap="sm" wrap="nowrap">
        <Initials name={name} picture={user.profileIconPath} large />
        <div className="fw-grow">
          <Text component="h3" className="fw-strong" size="lg">
            {name}
          </Text>
          <span className="fw-note">{userTypeTitles[userType]}</span>
        </div>
        {!isSelf && <RenameUser userId={id} nickname={nickname} username={username} signsIn={signsIn} />}
      </Group>
      {!signsIn && (
        <Can use={removePersonPicture}>
          <PersonPicture userId={id} hasPicture={user.profileIconPath !== ''} />
        </Can>
      )}
      <Facts
        dense
        facts={[
          [t('detail.id'), id],
          [t('detail.username'), username],
          [t('detail.nickname'), nickname],
          [t('detail.email'), email],
          [t('detail.phone'), phoneNumber],
          [t('detail.adminStatus'), signsIn ? <AdminStatus key="status" {...user} /> : adminRoleTitles[adminStatus]],
          ...(isAdmin
            ? []
            : [[t('detail.type'), <UserTypeChoice key="type" userId={id} userType={userType} />] as const]),
          [t('detail.since'), <RelativeTime key="since" at={createdAt} />],
        ]}
      />
      {signsIn && <AccountActions account={user} />}
    </Stack>
  );
}
