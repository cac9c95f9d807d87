import { adminRoleTitles } from '@fairwatch/contract';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { apiBaseUrl } from '../../../core/api/environments.ts';
import { DropPanel, PanelOption } from '../../../core/components/overlays/drop-panel.tsx';
import { useAdminSession, useOwnName } from '../../../core/session/session-store.ts';
import { signOut } from '../../sign-in/sign-out.ts';
import classes from './header.module.css';
import { useShellTexts } from '../texts/use-shell-texts.ts';
import { pageLink } from '../../../core/router/page-link.ts';
import { useMantineColorScheme } from '@mantine/core';

/** Shows who is signed in, with a link to the account page and the sign-out button. */
export function UserMenu() {
  const { t } = useShellTexts();
  const router = useRouter();
  const { email, adminRole, profileIconPath } = useAdminSession();
  const name = useOwnName();
  const role = adminRoleTitles[adminRole];
  return (
    <DropPanel
      label={`${t('account')}: ${name} ${role}`}
      className={classes.user}
      face={
        <>
          {profileIconPath === '' ? (
            <span className={classes.initial} aria-hidden>
              {name.slice(0, 1).toUpperCase()}
            </span>
          ) : (
            <img src={apiBaseUrl + profileIconPath} alt="" className={classes.initial} />
          )}
          <span className={classes.userText}>
            <strong>{name}</strong>
            <span className="fw-note">{role}</span>
          </span>
        </>
      }
    >
      <div className={classes.identity}>
        <strong>{name}</strong>
        {email !== '' && <small>{email}</small>}
        <small>{role}</small>
      </div>
      <PanelOption onClick={() => void router.navigate(pageLink('/account'))}>
        <IconUserCircle size={16} stroke={1.6} aria-hidden />
        {t('openAccount')}
      </PanelOption>
      <PanelOption onClick={() => void signOut()}>
        <IconLogout size={16} stroke={1.6} aria-hidden />
        {t('signOut')}
      </PanelOption>
    </DropPanel>
  );
}

const icons = { light: IconSun, dark: IconMoon, auto: IconDeviceDesktop } as const;
const schemes = ['light', 'dark', 'auto'] as const;

/** Chooses light, dark or the system's colour scheme. Mantine stores the choice in this browser. */
export function ThemeSwitch() {
  const { t } = useShellTexts();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = icons[colorScheme];
  return (
    <DropPanel label={t('theme')} className={classes.tool} face={<Current size={18} stroke={1.6} aria-hidden />}>
      {schemes.map((scheme) => {
        const Icon = icons[scheme];
        return (
          <PanelOption key={scheme} pressed={scheme === colorScheme} onClick={() => setColorScheme(scheme)}>
            <Icon size={16} stroke={1.6} aria-hidden />
            {t(`themes.${scheme}`)}
          </PanelOption>
        );
      })}
    </DropPanel>
  );
}
