import { useState } from 'react';

/** Whether there were no devices when a page was opened: then the way to the first one stays there until its last step. */
export function useBegan(empty: boolean): boolean {
  const [began, setBegan] = useState(false);
  if (empty && !began) setBegan(true);
  return began;
}
