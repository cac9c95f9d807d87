import '@mantine/core/styles/Input.layer.css';
import { recordReview } from '@fairwatch/contract';
import { Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useCall } from '../../../../core/api/query.ts';
import { Dialog } from '../../../../core/components/overlays/dialog.tsx';
import { FormButtons } from '../../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import { reviewBounds, usualReview } from '../../../../shared/enrolment/ground-draft.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';
import { toastPromise } from '../../../../core/toast/toast.tsx';

/** Records that a device was reviewed, with the day of the next review. */
export function ReviewDialog({ deviceId, close }: { deviceId: number; close: () => void }) {
  const { t } = useTranslation('overview');
  const [reviewOn, setReviewOn] = useState(() => usualReview());
  const { mutateAsync, isPending } = useCall(recordReview);
  const { first, last } = reviewBounds();
  const wrong = reviewOn < first || reviewOn > last;
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (wrong) return;
    await toastPromise(mutateAsync({ deviceId, reviewOn })).then(close, () => undefined);
    await refetchChanged('reviews');
  }
  return (
    <Dialog title={t('ground.dialog')} close={close}>
      <form className="fw-form" noValidate onSubmit={(event) => void submit(event)}>
        <Text size="sm">{t('ground.question')}</Text>
        <TextInput
          type="date"
          label={t('ground.next')}
          description={t('ground.logged')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={first}
          max={last}
          value={reviewOn}
          error={wrong && t('ground.nextMissing')}
          onChange={(event) => setReviewOn(event.currentTarget.value)}
        />
        <FormButtons
          cancelLabel={t('ground.cancel')}
          cancel={close}
          submitLabel={t('ground.save')}
          saving={isPending}
        />
      </form>
    </Dialog>
  );
}
