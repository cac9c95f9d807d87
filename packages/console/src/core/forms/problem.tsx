import classes from './problem.module.css';

/** What is wrong with a form as a whole; nothing is drawn when nothing is. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div role="alert" className={classes.problem}>
      {text}
    </div>
  );
}
