import type { ReactNode } from 'react';
import classes from './account-name.module.css';
import { breakable } from './breakable.tsx';
import { Initials } from './person-name.tsx';

interface NameLinesProps {
  username: string;
  /** Empty for none. */
  nickname: string;
  /** Beside the username. */
  note?: ReactNode;
}

/** A username, over the nickname if there is one. */
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
  /** The path of their picture; empty for none. */
  picture?: string;
}

/** An account in a list: its picture or initials, and its names. */
export function AccountName({ picture = '', ...names }: AccountNameProps) {
  const { username, nickname } = names;
  return (
    <span className={classes.account}>
      <Initials name={nickname === '' ? username : nickname} picture={picture} />
      <NameLines {...names} />
    </span>
  );
}
