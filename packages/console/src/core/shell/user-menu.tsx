import { IconLogout } from '@tabler/icons-react';
import { DropPanel, PanelOption } from '../components/drop-panel.tsx';
import { useSession } from '../session/session-store.ts';
import { signOut } from '../session/sign-out.ts';
import classes from './header.module.css';
import { useShellTexts } from './use-shell-texts.ts';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useShellTexts();
  const { nickName, username, email, adminRole } = useSession();
  const name = nickName === '' ? username : nickName;
  const role = t(`role.${adminRole}`);
  return (
    <DropPanel
      label={`${t('account')}: ${name} ${role}`}
      className={classes.user}
      face={
        <>
          <span className={classes.initial} aria-hidden>
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className={classes.userText}>
            <span className={classes.userName}>{name}</span>
            <span className={classes.userRole}>{role}</span>
          </span>
        </>
      }
    >
      <div className={classes.identity}>
        <strong>{name}</strong>
        {email !== '' && <span>{email}</span>}
        <span>{role}</span>
      </div>
      <PanelOption onClick={() => void signOut()}>
        <IconLogout size={16} stroke={1.6} aria-hidden />
        {t('signOut')}
      </PanelOption>
    </DropPanel>
  );
}
