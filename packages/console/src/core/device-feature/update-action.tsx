import { IconDeviceMobile } from '@tabler/icons-react';
import { Can, type Guarded } from '../components/can.tsx';
import { ReasonButton } from '../components/reason-button.tsx';
import { useDeviceFeatureTexts } from './use-device-feature-texts.ts';
import type { Update } from './use-update.ts';

interface UpdateActionProps {
  list: { update: Update; feature: { update: Guarded } };
}

/** Update where a list is empty, so that nobody has to look for it. Its name differs from that of the button at the top. */
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
