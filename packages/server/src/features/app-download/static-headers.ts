import { contentHeaders } from '../../core/blobs/content-headers.ts';
import { apkType } from '../../core/blobs/mime-types.ts';
import type { findStatic } from './static-files.store.ts';

/** For saving, never for showing. An app is called one: phones know by it what to do. */
export function staticHeaders({ kind, name, blob }: NonNullable<Awaited<ReturnType<typeof findStatic>>>) {
  const headers = contentHeaders({ blob, variant: 'full', saveAs: name });
  return kind === 'APP' ? { ...headers, 'content-type': apkType } : headers;
}
