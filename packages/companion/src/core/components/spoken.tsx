import classes from './spoken.module.css';

/** A text for screen readers alone, which is read whenever it changes. It must not change each second. */
export function Spoken({ children }: { children: string }) {
  return <output className={classes.spoken}>{children}</output>;
}
