import { loadInstallation, version } from '@fairwatch/contract';
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import classes from './sidebar.module.css';
import { useShellTexts } from '../texts/use-shell-texts.ts';

/** Shows the version of this console. After the server was upgraded, an open page offers to reload with the new version. */
export function VersionNote({ collapsed }: { collapsed: boolean }) {
  const { t } = useShellTexts();
  const serverVersion = useQuery(query(loadInstallation, {})).data?.data.version ?? version;
  const newVersion = serverVersion === version ? null : serverVersion;
  return (
    <div className={classes.footer}>
      {collapsed ? version : t('version', { version })}
      {newVersion !== null && (
        <UnstyledButton className={classes.newVersion} onClick={() => location.reload()}>
          {collapsed ? t('reload') : t('newVersion', { version: newVersion })}
        </UnstyledButton>
      )}
    </div>
  );
}
