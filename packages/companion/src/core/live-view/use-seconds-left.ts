import { useEffect, useState } from 'react';

/** The whole seconds until a moment, updated each second; 0 once it has passed. */
export function useSecondsLeft(until: Date): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const ticker = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticker);
  }, []);
  return Math.max(0, Math.ceil((until.getTime() - now) / 1000));
}

/** Seconds as a clock shows them: `4:05`. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
