import { textOfError } from '../../../../core/api/api-error.ts';
import { saveAs } from '../../../../core/content/save-as.ts';
import type { ContentAddressOf } from '../../../../core/content/use-content.ts';
import { toast } from '../../../../core/toast/toast.tsx';
import type { Items } from '../use-items.ts';
import type { SelectedItem } from './use-selection.ts';

/** The delay between downloads, because browsers drop downloads that start at the same moment. */
const delayMs = 250;
/** How many positions around the original one are searched for an item that has moved since it was selected. */
const maxShift = 5;

/** Downloads the originals one after the other. An item whose original arrived after it was selected is loaded again first. */
export async function downloadOriginals(
  chosen: readonly SelectedItem[],
  items: Items,
  addressOf: ContentAddressOf,
): Promise<void> {
  try {
    for (const [index, { item, position }] of chosen.entries()) {
      const fileHash = item.fileHash ?? (await findFileHash(items, item.id, position));
      const address = fileHash === null ? null : addressOf(fileHash, 'full', item.fileName);
      if (address === null) continue;
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
      saveAs(address, item.fileName);
    }
  } catch (error) {
    toast.error(textOfError(error));
  }
}

async function findFileHash(items: Items, id: number, position: number): Promise<string | null> {
  const around = await items.between(Math.max(0, position - maxShift), position + maxShift);
  return around.find((item) => item.id === id)?.fileHash ?? null;
}
