import { useEffect, useState } from 'react';

const tickMs = 250;
const secondsUntil = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000));

/** The number of seconds until a time in milliseconds, counted down while mounted. */
export function useCountdown(until: number): number {
  const [left, setLeft] = useState(() => secondsUntil(until));
  useEffect(() => {
    const tick = () => {
      const seconds = secondsUntil(until);
      setLeft(seconds);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(tick, tickMs);
    tick();
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
