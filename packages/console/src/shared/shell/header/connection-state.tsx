import { UnstyledButton } from '@mantine/core';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import type { Connection } from '../../socket/console-socket.ts';
import classes from './header.module.css';
import { useShellTexts } from '../texts/use-shell-texts.ts';

export interface ConnectionStateProps {
  connection: Connection;
  reconnect: () => void;
}

/** Shows whether the page receives live updates. After the socket has given up reconnecting, it is a button that reconnects. */
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
