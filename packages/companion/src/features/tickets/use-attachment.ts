import type { TicketAttachment } from '@fairwatch/contract';
import { problemText } from '@fairwatch/device/words';
import { useEffect, useState } from 'react';
import { useCompanion } from '../../core/live/companion-context.ts';

interface Fetched {
  /** The object URL; null until it is loaded. */
  url: string | null;
  problem: string | null;
}

const nothing: Fetched = { url: null, problem: null };

/**
 * Loads an attachment with the device's token once it is requested. Files that the page does not show get a neutral type, since an HTML
 * file that is opened from an object URL would run in the origin of this page.
 */
export function useAttachment(ticketId: number, attachment: TicketAttachment, isRequested: boolean): Fetched {
  const { client } = useCompanion();
  const { sha256, mimeType } = attachment;
  const [fetched, setFetched] = useState(nothing);
  useEffect(() => {
    if (!isRequested) return undefined;
    let url: string | null = null;
    let isCurrent = true;
    const load = async () => {
      try {
        const bytes = await client.ticketFiles.fetchAttachment(ticketId, sha256);
        if (!isCurrent) return;
        const type = isShown(mimeType) ? mimeType : 'application/octet-stream';
        url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
        setFetched({ url, problem: null });
      } catch (error) {
        if (isCurrent) setFetched({ url: null, problem: problemText(error) });
      }
    };
    void load();
    return () => {
      isCurrent = false;
      setFetched(nothing);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [client, ticketId, sha256, mimeType, isRequested]);
  return fetched;
}

/** Whether the page itself shows or plays the type. SVG is excluded, since it can contain scripts. */
export function isShown(mimeType: string): boolean {
  return /^(?:image\/(?:jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/.test(mimeType);
}
