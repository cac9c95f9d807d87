import { UnstyledButton } from '@mantine/core';
import { Tooltip } from '../components/tooltip.tsx';
import type { Connection } from '../socket/console-socket.ts';
import classes from './header.module.css';
import { useShellTexts } from './use-shell-texts.ts';

export interface ConnectionStateProps {
  connection: Connection;
  reconnect: () => void;
}

/** Whether what is on screen follows by itself. Pressing it tries again once the console has stopped trying. */
export function ConnectionState({ connection, reconnect }: ConnectionStateProps) {
  const { t } = useShellTexts();
  const content = (
    <>
      <span className={classes.dot} aria-hidden />
      <span className={classes.connectionText}>{t(`connection.${connection}`)}</span>
    </>
  );
  return (
    <Tooltip label={t(`connectionHint.${connection}`)}>
      {connection === 'lost' ? (
        <UnstyledButton className={classes.connection} data-state={connection} onClick={reconnect}>
          {content}
        </UnstyledButton>
      ) : (
        <output className={classes.connection} data-state={connection}>
          {content}
        </output>
      )}
    </Tooltip>
  );
}
