import { limits, passcodeList, type Passcode } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';

/** These passcodes as they are now: the list is loaded again when somebody joins. As they were made until it is loaded. */
export function useCurrentPasscodes(made: readonly Passcode[]): readonly Passcode[] {
  const enabled = useCan(passcodeList);
  const input = { pageSize: limits.page.maxSize, filter: { ids: made.map(({ id }) => id) } };
  const { data } = useQuery({ ...query(passcodeList, input), enabled });
  return made.map((passcode) => data?.data.find(({ id }) => id === passcode.id) ?? passcode);
}
