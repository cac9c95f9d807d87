import { IconBan } from '@tabler/icons-react';
import classes from './refusal.module.css';

interface RefusalProps {
  /** Null draws nothing. */
  words: string | null;
  /** For the button whose description this is. */
  id?: string;
}

/** Why a device cannot do something, written out: a tooltip alone would not reach everyone. */
export function Refusal({ words, id }: RefusalProps) {
  if (words === null) return null;
  return (
    <p id={id} className={classes.refusal}>
      <IconBan size={16} aria-hidden />
      {words}
    </p>
  );
}
