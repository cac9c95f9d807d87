import { loadInstallation, version } from '@fairwatch/contract';
import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import classes from './sidebar.module.css';
import { useShellTexts } from './use-shell-texts.ts';

/** The version of this console. A page that was open while the server got another one offers to load it. */
export function VersionNote({ collapsed }: { collapsed: boolean }) {
  const { t } = useShellTexts();
  const { data } = useQuery(query(loadInstallation, {}));
  const newer = data !== undefined && data.data.version !== version ? data.data.version : null;
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
