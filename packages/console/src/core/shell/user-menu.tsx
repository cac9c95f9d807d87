import { Menu, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useSession } from '../session/session-store.ts';
import { signOut } from '../session/sign-out.ts';
import classes from './header.module.css';
import { useShellTexts } from './use-shell-texts.ts';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useShellTexts();
  const { nickName, username, email, adminRole } = useSession();
  const name = nickName === '' ? username : nickName;
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <UnstyledButton className={classes.user} aria-label={`${t('account')}: ${name} ${t(`role.${adminRole}`)}`}>
          <span className={classes.initial} aria-hidden>
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className={classes.userText}>
            <span className={classes.userName}>{name}</span>
            <span className={classes.userRole}>{t(`role.${adminRole}`)}</span>
          </span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.identity}>
          <strong>{name}</strong>
          {email !== '' && <span>{email}</span>}
          <span>{t(`role.${adminRole}`)}</span>
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />} onClick={() => void signOut()}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
