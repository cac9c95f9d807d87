import { useEffect, useState } from 'react';

/** An object URL of a blob, revoked when the blob changes or the component unmounts; null without a blob. */
export function useBlobUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (blob === undefined) return undefined;
    const objectUrl = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- the URL is created and revoked outside of React
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [blob]);
  return url;
}
