import { useState } from 'react';

/** True once `empty` was true: the guide to the first device then stays on the page until its last step. */
export function useBegan(empty: boolean): boolean {
  const [began, setBegan] = useState(false);
  if (empty && !began) setBegan(true);
  return began;
}
