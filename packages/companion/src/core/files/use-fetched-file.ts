import { problemText } from '@fairwatch/device/words';
import { useEffect, useState } from 'react';

interface Fetched {
  /** The object URL; null until it is loaded. */
  url: string | null;
  problem: string | null;
}

const nothing: Fetched = { url: null, problem: null };

/**
 * Loads a file with the device's token; `load` is null until it is requested, and otherwise stable over renders. Files that the page does
 * not show get a neutral type, since an HTML file that is opened from an object URL would run in the origin of this page.
 */
export function useFetchedFile(mimeType: string, load: (() => Promise<Uint8Array>) | null): Fetched {
  const [fetched, setFetched] = useState(nothing);
  useEffect(() => {
    if (load === null) return undefined;
    let url: string | null = null;
    let isCurrent = true;
    const fetchIt = async () => {
      try {
        const bytes = await load();
        if (!isCurrent) return;
        const type = isShown(mimeType) ? mimeType : 'application/octet-stream';
        url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
        setFetched({ url, problem: null });
      } catch (error) {
        if (isCurrent) setFetched({ url: null, problem: problemText(error) });
      }
    };
    void fetchIt();
    return () => {
      isCurrent = false;
      setFetched(nothing);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [load, mimeType]);
  return fetched;
}

/** Whether the page itself shows or plays the type. SVG is excluded, since it can contain scripts. */
export function isShown(mimeType: string): boolean {
  return /^(?:image\/(?:jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/.test(mimeType);
}
