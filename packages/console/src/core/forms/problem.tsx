import classes from './problem.module.css';

/** The error of a form as a whole. Draws nothing without one. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div role="alert" className={classes.problem}>
      {text}
    </div>
  );
}
