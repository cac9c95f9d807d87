import { clientErrors } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../core/api/api-error.ts';
import { useBlobUrl } from '../../core/content/use-blob-url.ts';

/** Reads a file, or the beginning of it. Nothing of it is kept once it is no longer shown. */
function useBytes<Data>(address: string | null, maxBytes: number | null, read: (response: Response) => Promise<Data>) {
  return useQuery({
    queryKey: ['preview', address, maxBytes],
    enabled: address !== null,
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const headers: HeadersInit = maxBytes === null ? {} : { range: `bytes=0-${maxBytes - 1}` };
      const response = await fetch(address ?? '', { headers, signal });
      if (!response.ok) throw new ApiError(clientErrors.unknown_error, response.status);
      return await read(response);
    },
  });
}

/** The beginning of a text. Bytes that are no UTF-8 are shown as replacement characters. */
export function usePreviewText(address: string | null, maxBytes: number) {
  const { data, error } = useBytes(address, maxBytes, (response) => response.text());
  return { text: data ?? null, error };
}

/**
 * A PDF under an address of this page, for the browser's own viewer. Its type is fixed here: whatever the bytes are, they are never
 * taken for a page.
 */
export function usePdfAddress(address: string | null) {
  const { data, error } = useBytes(address, null, async (response) => {
    return new Blob([await response.arrayBuffer()], { type: 'application/pdf' });
  });
  return { address: useBlobUrl(data), error };
}
