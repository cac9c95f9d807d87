import '@mantine/core/styles/Input.layer.css';
import { groupList } from '@fairwatch/contract';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { query } from '../../core/api/query.ts';
import { useCan } from '../../core/components/can.tsx';
import parts from '../../core/forms/form-parts.module.css';

interface GroupSelectProps {
  label: string;
  description?: string | undefined;
  /** Said instead of the field when the admin sees no group. */
  noGroups: string;
  /** The id of a group; empty for none. */
  value: string;
  error: ReactNode;
  onChange: (groupId: string) => void;
}

/** Chooses one of the groups that the signed-in admin sees. */
export function GroupSelect({ noGroups, onChange, ...field }: GroupSelectProps) {
  const enabled = useCan(groupList);
  const { data, isSuccess } = useQuery({ ...query(groupList, {}), enabled });
  const groups = data?.data ?? [];
  if ((isSuccess || !enabled) && groups.length === 0) return <p className={parts.hint}>{noGroups}</p>;
  return (
    <NativeSelect
      {...field}
      name="groupId"
      data={[{ value: '', label: '' }, ...groups.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
