import { Loader } from '@mantine/core';
import classes from './message.module.css';

/** Stands for a page that is on its way, also inside another page's `main`. */
export function Loading() {
  return (
    <output className={classes.message} aria-label="Loading" aria-busy>
      <Loader aria-hidden />
    </output>
  );
}
