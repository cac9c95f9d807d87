import classes from './command-line.module.css';
import { CopyButton } from './copy-button.tsx';

interface CommandLineProps {
  line: string;
  /** The accessible name of the copy button. */
  label: string;
}

/** A line to be pasted into a terminal, with a button that copies it. */
export function CommandLine({ line, label }: CommandLineProps) {
  return (
    <div className={classes.line}>
      <code>{line}</code>
      <CopyButton label={label} text={line} />
    </div>
  );
}
