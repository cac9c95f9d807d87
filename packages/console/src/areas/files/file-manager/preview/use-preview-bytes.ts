import { clientErrors } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../../core/api/api-error.ts';
import { useBlobUrl } from '../../../../core/content/use-blob-url.ts';

/** Reads a file, or its first `maxBytes`. The data is dropped from the cache when the preview closes. */
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

/** The first `maxBytes` of a text file. Invalid UTF-8 becomes replacement characters. */
export function usePreviewText(address: string | null, maxBytes: number) {
  const { data, error } = useBytes(address, maxBytes, (response) => response.text());
  return { text: data ?? null, error };
}

/**
 * A PDF as a blob URL for the browser's viewer. The type is set here, so that the browser never renders the content as
 * an HTML page, whatever the bytes are.
 */
export function usePdfAddress(address: string | null) {
  const { data, error } = useBytes(address, null, async (response) => {
    return new Blob([await response.arrayBuffer()], { type: 'application/pdf' });
  });
  return { address: useBlobUrl(data), error };
}
