import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const debounceMs = 250;

/**
 * The text of a search box. It is ahead of `value` during typing, and is reported debounced or by `settle`. When `value` changes for
 * another reason, such as the Back button, the text is replaced with it.
 */
export function useTypedText(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // Reported texts that `value` does not reflect yet. On a slow machine there can be several.
  const [pendingReports, setPendingReports] = useState<readonly string[]>([]);

  if (value !== lastValue) {
    setLastValue(value);
    const index = pendingReports.lastIndexOf(value);
    setPendingReports(index === -1 ? [] : pendingReports.slice(index + 1));
    // A value that was reported by this box must not overwrite newer text.
    if (index === -1) setText(value);
  }

  const report = (next: string) => {
    setPendingReports(next === value ? [] : [...pendingReports, next]);
    onChange(next);
  };
  const reportDebounced = useDebouncedCallback((next: string) => report(next.trim()), debounceMs);
  return {
    text,
    type: (next: string) => {
      setText(next);
      reportDebounced(next);
    },
    /** Reports a pending text immediately. */
    settle: () => reportDebounced.flush(),
    clear: () => {
      reportDebounced.cancel();
      setText('');
      report('');
    },
  };
}
