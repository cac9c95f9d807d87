import { deviceList, type InputOf, type ListedDevice } from '@fairwatch/contract';
import { call } from '../../../../core/api/client.ts';
import type { FetchPage } from '../../../../core/export/collect-rows.ts';
import type { Selection } from './selection.ts';

type Narrowed = InputOf<typeof deviceList>;

/** Reads the selected devices page by page, in the order of the list. `input` is what the list on screen was asked for with. */
export function pagesOfSelection(selection: Selection, input: Narrowed): FetchPage<ListedDevice> {
  if (selection.by === 'GROUP') {
    const filter = { groupId: selection.groupId };
    return (page, signal) => call(deviceList, { ...input, search: '', filter, ...page }, signal);
  }
  if (selection.by === 'MATCHING') return (page, signal) => call(deviceList, { ...input, ...page }, signal);
  const missing = new Set(selection.ids);
  return async (page, signal) => {
    const { data, pagination } = await call(deviceList, { ...input, ...page }, signal);
    const rows = data.filter(({ id }) => missing.delete(id));
    // The rest of the list need not be read once all are found.
    const { next: _next, ...end } = pagination ?? {};
    return { data: rows, pagination: missing.size === 0 ? (end as typeof pagination) : pagination };
  };
}
