import type { TicketAttachment } from '@fairwatch/contract';
import { useEffect, useState } from 'react';
import { problemText } from '../../core/components/problem-text.ts';
import { useCompanion } from '../../core/live/companion-context.ts';

interface Fetched {
  /** Where the page finds it; null until it is there. */
  url: string | null;
  problem: string | null;
}

const nothing: Fetched = { url: null, problem: null };

/**
 * Fetches an attachment with the device's token once it is wanted. What is not shown on the page has no type that a browser would
 * open as a page: an address of a page in it could act as the person.
 */
export function useAttachment(ticketId: number, attachment: TicketAttachment, isWanted: boolean): Fetched {
  const { client } = useCompanion();
  const { sha256, mimeType } = attachment;
  const [fetched, setFetched] = useState(nothing);
  useEffect(() => {
    if (!isWanted) return undefined;
    let url: string | null = null;
    let isCurrent = true;
    const fetchIt = async () => {
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
    void fetchIt();
    return () => {
      isCurrent = false;
      setFetched(nothing);
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [client, ticketId, sha256, mimeType, isWanted]);
  return fetched;
}

/** Whether the page itself shows or plays it. Not SVG: that is a document. */
export function isShown(mimeType: string): boolean {
  return /^(?:image\/(?:jpeg|png|gif|webp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/.test(mimeType);
}
