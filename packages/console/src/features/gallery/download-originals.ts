import { textOfError } from '../../core/api/api-error.ts';
import { saveAs } from '../../core/content/save-as.ts';
import type { ContentAddressOf } from '../../core/content/use-content.ts';
import { toast } from '../../core/toast/toast.tsx';
import type { Items } from './use-items.ts';
import type { Chosen } from './use-selection.ts';

/** Browsers drop downloads that are asked for in the same moment. */
const betweenMs = 250;
/** How far an item may have moved since it was selected. */
const moved = 5;

/** Saves the originals of these items, one after the other. Those that came since they were selected are read again. */
export async function downloadOriginals(
  chosen: readonly Chosen[],
  items: Items,
  addressOf: ContentAddressOf,
): Promise<void> {
  try {
    for (const [order, { item, place }] of chosen.entries()) {
      const fileHash = item.fileHash ?? (await readAgain(items, item.id, place));
      const address = fileHash === null ? null : addressOf(fileHash, 'full', item.fileName);
      if (address === null) continue;
      if (order > 0) await new Promise((resolve) => setTimeout(resolve, betweenMs));
      saveAs(address, item.fileName);
    }
  } catch (error) {
    toast.error(textOfError(error));
  }
}

async function readAgain(items: Items, id: number, place: number): Promise<string | null> {
  const around = await items.between(Math.max(0, place - moved), place + moved);
  return around.find((item) => item.id === id)?.fileHash ?? null;
}
