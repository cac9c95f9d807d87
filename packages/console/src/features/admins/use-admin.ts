import { adminDetail, updateFeatureAccess } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { query, readError } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import { idInAddress } from '../../core/router/id-in-address.ts';

/** The account in the address. */
export function useAdmin() {
  const { id }: { id?: string } = useParams({ strict: false });
  const userId = idInAddress(id);
  const reading = useQuery(query(adminDetail, { userId }));
  const error = readError(reading);
  const mayChange = useCan(updateFeatureAccess);
  const admin = reading.data?.data;
  return {
    userId,
    admin,
    loading: error === null && admin === undefined,
    error,
    refetch: reading.refetch,
    mayChange: mayChange && admin?.refusal === '',
  };
}
