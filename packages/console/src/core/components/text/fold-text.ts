/** A text in lower case and without accents, so that a search ignores both. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}
