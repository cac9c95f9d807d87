import { contentHeaders } from '../../files/content/content-headers.ts';
import { apkType } from '../../../core/blobs/images/mime-types.ts';
import type { findStatic } from './static-files.store.ts';

/** The response headers of an offered file: always a download. An app keeps its MIME type, by which phones offer to install it. */
export function staticHeaders({ kind, name, blob }: NonNullable<Awaited<ReturnType<typeof findStatic>>>) {
  const headers = contentHeaders({ blob, variant: 'full', saveAs: name });
  return kind === 'APP' ? { ...headers, 'content-type': apkType } : headers;
}
