import { groupList, type Group } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';

/** The groups that the signed-in admin sees, by name. Undefined while they load, and without access to them. */
export function useGroups(): readonly Group[] | undefined {
  const enabled = useCan(groupList);
  return useQuery({ ...query(groupList, {}), enabled }).data?.data;
}

/** True for a group whose devices the signed-in admin chooses by hand. */
export function isChosenByHand({ mine, rule }: Group): boolean {
  return mine && rule === null;
}
