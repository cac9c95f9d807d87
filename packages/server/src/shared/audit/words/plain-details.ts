import { seenText, type AuditDetails } from '@fairwatch/contract';

/** What was searched for stands in single quotes; quotes at the edge of a word in it go, so that none of them seems to end it. */
export function withPlainSearch(details: Readonly<AuditDetails>): Readonly<AuditDetails> {
  if (details.search === undefined) return details;
  const search = seenText(details.search).replaceAll(
    /(?<!\p{L})['\p{Quotation_Mark}\u0060\u00B4]|['\p{Quotation_Mark}\u0060\u00B4](?!\p{L})/gu,
    '',
  );
  return { ...details, search };
}
