import { legalBases, purposes, type Ground } from '@fairwatch/contract';
import { mailText } from '../../../shared/texts/mail-text.ts';

/** Adds the purpose where it is one of ours; the admin's own words are on the page. */
export function withGround(text: string, { purpose, legalBasis }: Pick<Ground, 'purpose' | 'legalBasis'>): string {
  if (purpose === 'OTHER') return text;
  return mailText('whatFor', { text, purpose: purposes[purpose], basis: legalBases[legalBasis] });
}
