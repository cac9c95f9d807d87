import { IconDeviceMobile } from '@tabler/icons-react';
import { Can, type Guarded } from '../../../core/components/can.tsx';
import { ReasonButton } from '../../../core/components/buttons/reason-button.tsx';
import { useDeviceFeatureTexts } from '../use-device-feature-texts.ts';
import type { Update } from './use-update.ts';

interface UpdateActionProps {
  list: { update: Update; feature: { update: Guarded } };
}

/** The Update button of an empty list. Its label differs from the button in the header, so that the two can be told apart. */
export function UpdateAction({ list: { update, feature } }: UpdateActionProps) {
  const { t } = useDeviceFeatureTexts();
  return (
    <Can use={feature.update}>
      <ReasonButton
        variant="light"
        leftSection={<IconDeviceMobile size={16} aria-hidden />}
        reason={update.reason}
        loading={update.sending}
        onClick={update.start}
      >
        {t('askNow')}
      </ReasonButton>
    </Can>
  );
}
