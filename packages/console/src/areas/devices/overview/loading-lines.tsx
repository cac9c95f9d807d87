import classes from './overview.module.css';

/** Placeholders for the lines of a list while it loads. */
export function LoadingLines({ count }: { count: number }) {
  return (
    <div className={classes.loading} aria-busy>
      {Array.from({ length: count }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
