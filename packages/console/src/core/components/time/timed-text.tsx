import { RelativeTime } from './relative-time.tsx';

const placeholder = '<time/>';

interface TimedTextProps {
  /** A text with the placeholder `<time/>`. */
  words: string;
  /** ISO time. */
  at: string;
}

/** A text with a relative time in it. The placeholder stands for a component, which no value of a text can be. */
export function TimedText({ words, at }: TimedTextProps) {
  const index = words.indexOf(placeholder);
  return (
    <span>
      {words.slice(0, index)}
      <RelativeTime at={at} />
      {words.slice(index + placeholder.length)}
    </span>
  );
}
