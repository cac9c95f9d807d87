import { useEffect, useState } from 'react';

const minuteMs = 60_000;

/** The time, told anew each minute, for texts that are true only for a while. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const ticker = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(ticker);
  }, []);
  return now;
}
