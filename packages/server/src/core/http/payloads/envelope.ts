import type { Meta } from '@fairwatch/contract';
import type { AppError } from '../../app-error.ts';
import type { JsonPage } from '../../database/page.ts';

export const jsonType = 'application/json; charset=utf-8';

/** The parts of a response before encryption. The data is JSON text, because PostgreSQL builds lists as JSON. */
export interface Parts {
  data: string;
  meta: Meta;
}

/** The response to a successful call. */
export function dataParts(data: unknown): Parts {
  return { data: JSON.stringify(data), meta: { has_error: false, message: [], pagination: null } };
}

/** The response to a list call. The page's JSON is not parsed. */
export function pageParts({ json, pagination }: JsonPage): Parts {
  return { data: json, meta: { has_error: false, message: [], pagination } };
}

/** The response to a failed call. */
export function errorParts({ code, values, message }: Pick<AppError, 'code' | 'values' | 'message'>): Parts {
  const meta = {
    has_error: true,
    message: [{ code, ...(values && { values }), text: { client: message } }],
    pagination: null,
  };
  return { data: 'null', meta };
}

export function plainEnvelope({ data, meta }: Parts): string {
  return `{"securityStatus":"PLAINTEXT","data":${data},"meta":${JSON.stringify(meta)}}`;
}
