import { adminDetail, updateFeatureAccess } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { idInAddress } from '../../core/router/id-in-address.ts';

/** The account in the address. */
export function useAdmin() {
  const { id }: { id?: string } = useParams({ strict: false });
  const userId = idInAddress(id);
  const { data, error, refetch } = useQuery(query(adminDetail, { userId }));
  const mayChange = useCan(updateFeatureAccess);
  const admin = data?.data;
  // After a refusal nothing of what was read before is shown.
  return {
    userId,
    admin: error === null ? admin : undefined,
    loading: error === null && admin === undefined,
    error,
    refetch,
    mayChange: mayChange && admin?.refusal === '',
  };
}
