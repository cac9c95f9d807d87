import { Button, Text } from '@mantine/core';
import { IconArrowBackUp, IconDeviceFloppy } from '@tabler/icons-react';
import { listUsePolicies, updateUsePolicies } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidate, query, readError, useCall } from '../../../core/api/query.ts';
import { ErrorView } from '../../../core/components/page/error-view.tsx';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { toastPromise } from '../../../core/toast/toast.tsx';
import { PolicyTable, type Drafts } from './policy-table.tsx';
import texts from './reasons.texts.json';
import { useUsedKinds } from '../../../core/session/session-store.ts';

addTexts('reasons', texts);

/** Sets which capabilities need a reason, and which need the approval of a second admin. */
export function ReasonsView() {
  const { t } = useTranslation('reasons');
  const { data, isPending, error, refetch } = useQuery(query(listUsePolicies, {}));
  const { mutateAsync, isPending: saving } = useCall(updateUsePolicies);
  const [drafts, setDrafts] = useState<Drafts>({});
  const used = useUsedKinds();
  const stored = (data?.data ?? []).filter(({ capability }) => used.includes(capability));
  const changed = stored.flatMap(({ capability, reason, approval }) => {
    const draft = drafts[capability];
    const same = draft === undefined || (draft.reason === reason && draft.approval === approval);
    return same ? [] : [{ capability, reason: draft.reason, approval: draft.approval }];
  });
  useUnsavedChanges(changed.length > 0);
  const save = async () => {
    // A toast shows the error; the choices stay.
    const saved = await toastPromise(mutateAsync({ policies: changed })).then(
      () => true,
      () => false,
    );
    await invalidate(listUsePolicies);
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
          policies={stored}
          drafts={drafts}
          loading={isPending}
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
