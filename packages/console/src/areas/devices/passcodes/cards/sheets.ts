export const papers = ['A4', 'LETTER'] as const;
export type Paper = (typeof papers)[number];
export const cardsPerSheet = [8, 10] as const;
export type CardsPerSheet = (typeof cardsPerSheet)[number];

/** Distributes cards over sheets of paper. */
export function sheetsOf<Card>(cards: readonly Card[], perSheet: number): Card[][] {
  return Array.from({ length: Math.ceil(cards.length / perSheet) }, (_, sheet) =>
    cards.slice(sheet * perSheet, (sheet + 1) * perSheet),
  );
}

/** The regions that print on Letter; everywhere else paper is A4. */
const letterRegions = ['US', 'CA', 'MX', 'CL', 'CO', 'VE', 'PH'];

/** The usual paper of the region in a language tag such as `en-US`. */
export function usualPaper(language: string): Paper {
  const { region = '' } = new Intl.Locale(language);
  return letterRegions.includes(region) ? 'LETTER' : 'A4';
}
