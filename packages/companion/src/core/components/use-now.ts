import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** Returns the current time and updates it each minute, for relative texts. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const ticker = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(ticker);
  }, []);
  return now;
}
