import { Button, Text } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy } from '@tabler/icons-react';
import { usePolicyList, usePolicyUpdate, type Capability, type UsePolicy } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invalidate, query, readError, useCall } from '../../core/api/query.ts';
import { ErrorView } from '../../core/components/error-view.tsx';
import { PageHeader } from '../../core/components/page-header.tsx';
import { ReasonButton } from '../../core/components/reason-button.tsx';
import { useUnsavedChanges } from '../../core/forms/use-unsaved-changes.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import { PolicyTable } from './policy-table.tsx';
import texts from './reasons.texts.json';

addTexts('reasons', texts);

type Drafts = Partial<Record<Capability, UsePolicy>>;

/** For what admins say why, and for what a second one must agree. */
export function ReasonsView() {
  const { t } = useTranslation('reasons');
  const { data, isPending, error, refetch } = useQuery(query(usePolicyList, {}));
  const { mutateAsync, isPending: saving } = useCall(usePolicyUpdate);
  const [drafts, setDrafts] = useState<Drafts>({});
  const policies = (data?.data ?? []).map((policy) => ({ ...policy, ...drafts[policy.capability] }));
  const stored = new Map(data?.data.map((policy) => [policy.capability, policy]));
  const changed = policies.filter(({ capability, reason, approval }) => {
    const before = stored.get(capability);
    return before?.reason !== reason || before.approval !== approval;
  });
  useUnsavedChanges(changed.length > 0);
  const save = async () => {
    const sent = changed.map(({ capability, reason, approval }) => ({ capability, reason, approval }));
    // A refusal is on screen as a toast; what was chosen stays.
    const saved = await toastPromise(mutateAsync({ policies: sent })).then(
      () => true,
      () => false,
    );
    await invalidate(usePolicyList);
    if (saved) setDrafts({});
  };
  const failed = readError({ data, error });
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {changed.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconArrowBackUp size={16} aria-hidden />}
                onClick={() => setDrafts({})}
              >
                {t('reset')}
              </Button>
            )}
            <ReasonButton
              reason={changed.length > 0 ? null : t('nothingChanged')}
              loading={saving}
              leftSection={<IconDeviceFloppy size={16} aria-hidden />}
              onClick={() => void save()}
            >
              {t('save')}
            </ReasonButton>
          </>
        }
      />
      {failed ? (
        <ErrorView error={failed} retry={refetch} />
      ) : (
        <PolicyTable
          policies={policies}
          loading={isPending}
          edited={new Set(changed.map(({ capability }) => capability))}
          onChange={(capability, policy) => setDrafts((now) => ({ ...now, [capability]: policy }))}
        />
      )}
      {!isPending && (
        <Text size="sm" c="dimmed" mt="md" maw={720}>
          {t('howItWorks')}
        </Text>
      )}
    </>
  );
}
