import type { ReactNode } from 'react';
import { breakable } from '../text/breakable.tsx';
import { TwoLines } from '../text/two-lines.tsx';
import { Initials } from './person-name.tsx';
import classes from './person-name.module.css';

interface NameLinesProps {
  username: string;
  /** Empty when there is none. */
  nickname: string;
  /** Beside the username. */
  note?: ReactNode;
}

/** A username with the nickname, if there is one, on a second line. */
export function NameLines({ username, nickname, note }: NameLinesProps) {
  const first = (
    <span className={classes.name}>
      {breakable(username)}
      {note}
    </span>
  );
  return <TwoLines first={first} second={nickname} />;
}

interface AccountNameProps extends NameLinesProps {
  /** The path of the picture; empty when there is none. */
  picture?: string;
}

/** An account in a list: picture or initials, username and nickname. */
export function AccountName({ picture = '', ...names }: AccountNameProps) {
  const { username, nickname } = names;
  return (
    <span className={classes.person}>
      <Initials name={nickname === '' ? username : nickname} picture={picture} />
      <NameLines {...names} />
    </span>
  );
}
