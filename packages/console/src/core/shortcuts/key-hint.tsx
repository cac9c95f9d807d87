import classes from './keys.module.css';
import { Keys } from './keys.tsx';

/** The words of a tooltip, with the key that does the same. */
export function KeyHint({ words, keys }: { words: string; keys: string }) {
  return (
    <span className={classes.hint}>
      {words}
      <Keys keys={keys} />
    </span>
  );
}
