import classes from './asked-reason.module.css';

/** Marks a kind of data as asked for, with the reason; draws nothing for one that was not. */
export function AskedReason({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p className={classes.reason} dir="auto">
      {text}
    </p>
  );
}
