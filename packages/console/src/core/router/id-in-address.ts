/** Asked for when the address names nothing: nobody has this number, and the server says so in its own words. */
export const noSuchId = Number.MAX_SAFE_INTEGER;

/** The number in an address. Rubbish there stands for something that does not exist. */
export function idInAddress(text: string | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Math.max(1, Number(text)) : noSuchId;
}
