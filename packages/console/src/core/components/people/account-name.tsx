import type { ReactNode } from 'react';
import { breakable } from '../text/breakable.tsx';
import { TwoLines } from '../text/two-lines.tsx';
import { Initials } from './person-name.tsx';
import classes from './person-name.module.css';

interface NameLinesProps {
  username: string;
  /** What they are called; not repeated when it is the username. */
  name: string;
  /** Beside the username. */
  note?: ReactNode;
}

/** A username with what its owner is called on a second line. */
export function NameLines({ username, name, note }: NameLinesProps) {
  const first = (
    <span className={classes.name}>
      {breakable(username)}
      {note}
    </span>
  );
  return <TwoLines first={first} second={name === username ? '' : name} />;
}

interface AccountNameProps extends NameLinesProps {
  /** The path of the picture; empty when there is none. */
  picture?: string;
}

/** An account in a list: picture or initials, username and what its owner is called. */
export function AccountName({ picture = '', ...names }: AccountNameProps) {
  return (
    <span className={classes.person}>
      <Initials name={names.name} picture={picture} />
      <NameLines {...names} />
    </span>
  );
}
