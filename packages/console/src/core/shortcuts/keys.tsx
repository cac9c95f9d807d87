import classes from './keys.module.css';

/** Keys as they are pressed, one after the other. For the eye: what listens says its keys by `aria-keyshortcuts`. */
export function Keys({ keys, className = '' }: { keys: string; className?: string | undefined }) {
  return (
    <span className={`${classes.keys} ${className}`} aria-hidden>
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
