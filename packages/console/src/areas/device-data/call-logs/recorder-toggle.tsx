import { Button } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './call-logs.module.css';

/** Whether the call recorder is open. The URL holds this, so that links and the Back button restore it. */
export function useRecorderToggle(): { opened: boolean; toggle: () => void } {
  const { raw, patch } = useUrlSearch();
  const opened = raw['recorder'] === 'open';
  const closed = { recorder: undefined, recordingHistory: undefined, recordingHistoryPage: undefined };
  return {
    opened,
    toggle: () => patch(opened ? { ...closed, capturesPage: undefined } : { recorder: 'open' }),
  };
}

/** Opens and closes the call recorder. */
export function RecorderButton({ controls }: { controls: string }) {
  const { t } = useTranslation('call-logs');
  const { opened, toggle } = useRecorderToggle();
  return (
    <Button
      variant="default"
      className={classes.toggle}
      leftSection={<IconMicrophone size={16} aria-hidden />}
      aria-expanded={opened}
      aria-controls={opened ? controls : undefined}
      onClick={toggle}
    >
      {t('recorder')}
    </Button>
  );
}
