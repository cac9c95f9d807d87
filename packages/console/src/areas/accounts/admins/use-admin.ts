import { adminDetail, updateFeatureAccess, type AdminDetail } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { query, readError } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import { idInAddress } from '../../../core/router/id-in-address.ts';

/** The props of each section of the settings page. */
export interface SectionProps {
  admin: AdminDetail;
  /** False without the permission to change accounts, and for an account that the signed-in admin may not change. */
  mayChange: boolean;
}

/** Loads the account whose id is in the URL. */
export function useAdmin() {
  const { id }: { id?: string } = useParams({ strict: false });
  const userId = idInAddress(id);
  const result = useQuery(query(adminDetail, { userId }));
  const error = readError(result);
  const mayChange = useCan(updateFeatureAccess);
  const admin = result.data?.data;
  return {
    userId,
    admin,
    loading: error === null && admin === undefined,
    error,
    refetch: result.refetch,
    mayChange: mayChange && admin?.refusal === '',
  };
}
