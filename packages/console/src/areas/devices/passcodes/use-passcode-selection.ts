import { limits, passcodeList, type InputOf, type Passcode } from '@fairwatch/contract';
import { useState } from 'react';
import { textOfError } from '../../../core/api/api-error.ts';
import { call } from '../../../core/api/client.ts';
import { toast } from '../../../core/toast/toast.tsx';

const { remindedAtOnce } = limits.passcode;

/** The selected passcodes, on the page of the list that is shown or not. */
export interface PasscodeSelection {
  /** By id, in the order of selection. */
  chosen: ReadonlyMap<number, Passcode>;
  toggle: (passcode: Passcode) => void;
  /** Selects all passcodes that match the search and the filters. */
  selectAll: () => Promise<void>;
  loading: boolean;
  clear: () => void;
}

/**
 * The selection of the list. It survives paging, and another search or filter clears it, because the admin would act on rows that they
 * do not see.
 */
export function usePasscodeSelection(input: InputOf<typeof passcodeList>): PasscodeSelection {
  const { page: _, pageSize: __, sortBy: ___, sortDirection: ____, ...shown } = input;
  const list = JSON.stringify(shown);
  const [selection, setSelection] = useState<{ list: string; chosen: ReadonlyMap<number, Passcode> }>({
    list,
    chosen: new Map(),
  });
  const [loading, setLoading] = useState(false);
  const chosen = selection.list === list ? selection.chosen : new Map<number, Passcode>();
  return {
    chosen,
    loading,
    toggle: (passcode) => {
      const after = new Map(chosen);
      if (!after.delete(passcode.id)) after.set(passcode.id, passcode);
      setSelection({ list, chosen: after });
    },
    selectAll: async () => {
      setLoading(true);
      try {
        const all = await loadPasscodes(shown);
        setSelection({ list, chosen: new Map(all.map((passcode) => [passcode.id, passcode])) });
      } catch (error) {
        toast.error(textOfError(error));
      }
      setLoading(false);
    },
    clear: () => setSelection({ list, chosen: new Map() }),
  };
}

/** Loads all passcodes that match, newest first, up to the number that one request can name. */
export async function loadPasscodes(
  { search, filter }: Pick<InputOf<typeof passcodeList>, 'search' | 'filter'>,
  signal?: AbortSignal,
): Promise<Passcode[]> {
  const found = new Map<number, Passcode>();
  for (let page = 1, pages = 1; page <= pages && found.size < remindedAtOnce; page += 1) {
    const input = { page, pageSize: limits.page.maxSize, search, filter };
    const { data, pagination } = await call(passcodeList, input, signal);
    for (const passcode of data) found.set(passcode.id, passcode);
    pages = pagination?.totalPages ?? 1;
  }
  return [...found.values()].slice(0, remindedAtOnce);
}
