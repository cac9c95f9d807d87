import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const pauseMs = 250;

/**
 * What stands in a search box. It runs ahead of `value` while one types, reports after a pause or when it is told to
 * (`settle`), and follows `value` when that changes elsewhere, as with the back button.
 */
export function useTypedText(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // On a slow machine one report leaves before the one before it has come back.
  const [underWay, setUnderWay] = useState<readonly string[]>([]);

  if (value !== seen) {
    setSeen(value);
    const own = underWay.lastIndexOf(value);
    setUnderWay(own === -1 ? [] : underWay.slice(own + 1));
    // Our own report coming back must not overwrite what was typed since.
    if (own === -1) setText(value);
  }

  const report = (next: string) => {
    setUnderWay(next === value ? [] : [...underWay, next]);
    onChange(next);
  };
  const reportLater = useDebouncedCallback((next: string) => report(next.trim()), pauseMs);
  return {
    text,
    type: (next: string) => {
      setText(next);
      reportLater(next);
    },
    /** Reports now what waits for the pause: whoever leaves the box goes on with what they typed. */
    settle: () => reportLater.flush(),
    clear: () => {
      reportLater.cancel();
      setText('');
      report('');
    },
  };
}
