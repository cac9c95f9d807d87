import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const pauseMs = 250;

/**
 * What stands in a search box. It runs ahead of `value` while one types, reports after a pause, and follows `value`
 * when that changes elsewhere, as with the back button.
 */
export function useTypedText(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [reported, setReported] = useState(value);

  if (value !== seen) {
    setSeen(value);
    // Our own report coming back must not overwrite what was typed since.
    if (value !== reported) {
      setReported(value);
      setText(value);
    }
  }

  const report = (next: string) => {
    setReported(next);
    onChange(next);
  };
  const reportLater = useDebouncedCallback((next: string) => report(next.trim()), pauseMs);
  return {
    text,
    type: (next: string) => {
      setText(next);
      reportLater(next);
    },
    clear: () => {
      reportLater.cancel();
      setText('');
      report('');
    },
  };
}
