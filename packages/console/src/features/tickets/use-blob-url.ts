import { useEffect, useState } from 'react';

/** An address for what lies in the browser's memory, for as long as it is shown. */
export function useBlobUrl(blob: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made and taken back outside of React
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
