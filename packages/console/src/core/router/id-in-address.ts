/** Stands for a missing or invalid id. No row has it, so the server answers that it was not found. */
export const noSuchId = Number.MAX_SAFE_INTEGER;

/** The id in an address. An invalid one is read as an id that does not exist. */
export function idInAddress(text: string | undefined): number {
  return /^\d{1,15}$/.test(text ?? '') ? Math.max(1, Number(text)) : noSuchId;
}
