import classes from './keys.module.css';

/** Renders a key sequence as `<kbd>` elements. They are hidden from screen readers, because the control has `aria-keyshortcuts`. */
export function Keys({ keys, className = '' }: { keys: string; className?: string | undefined }) {
  return (
    <span className={`${classes.keys} ${className}`} aria-hidden>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}

/** The content of a tooltip: a text and its shortcut. */
export function KeyHint({ words, keys }: { words: string; keys: string }) {
  return (
    <span className={classes.hint}>
      {words}
      <Keys keys={keys} />
    </span>
  );
}
