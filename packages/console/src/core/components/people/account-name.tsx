import type { ReactNode } from 'react';
import classes from './account-name.module.css';
import { breakable } from '../text/breakable.tsx';
import { Initials } from './person-name.tsx';

interface NameLinesProps {
  username: string;
  /** Empty when there is none. */
  nickname: string;
  /** Beside the username. */
  note?: ReactNode;
}

/** A username with the nickname, if there is one, on a second line. */
export function NameLines({ username, nickname, note }: NameLinesProps) {
  return (
    <span className={classes.lines}>
      <span className={classes.username}>
        {breakable(username)}
        {note}
      </span>
      {nickname !== '' && <span className={classes.nickname}>{nickname}</span>}
    </span>
  );
}

interface AccountNameProps extends NameLinesProps {
  /** The path of the picture; empty when there is none. */
  picture?: string;
}

/** An account in a list: picture or initials, username and nickname. */
export function AccountName({ picture = '', ...names }: AccountNameProps) {
  const { username, nickname } = names;
  return (
    <span className={classes.account}>
      <Initials name={nickname === '' ? username : nickname} picture={picture} />
      <NameLines {...names} />
    </span>
  );
}
