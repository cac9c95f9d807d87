import { version } from '@fairwatch/contract';
import { UnstyledButton } from '@mantine/core';
import classes from './sidebar.module.css';
import { useInstallation } from './use-installation.ts';
import { useShellTexts } from './use-shell-texts.ts';

/** The version of this console. A page that was open while the server got another one offers to load it. */
export function VersionNote({ collapsed }: { collapsed: boolean }) {
  const { t } = useShellTexts();
  const installed = useInstallation()?.version ?? version;
  const newer = installed === version ? null : installed;
  return (
    <div className={classes.footer}>
      {collapsed ? version : t('version', { version })}
      {newer !== null && (
        <UnstyledButton className={classes.newVersion} onClick={() => location.reload()}>
          {collapsed ? t('reload') : t('newVersion', { version: newer })}
        </UnstyledButton>
      )}
    </div>
  );
}
