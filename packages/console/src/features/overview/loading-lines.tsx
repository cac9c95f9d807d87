import classes from './loading-lines.module.css';

/** The shape of what is still loading. */
export function LoadingLines({ count }: { count: number }) {
  return (
    <div className={classes.lines} aria-busy>
      {Array.from({ length: count }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
