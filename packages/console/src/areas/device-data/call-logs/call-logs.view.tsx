import { callLogs, callStates } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconMicrophone, IconPhone } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { DeviceFeatureTable } from '../../../shared/device-feature/device-feature-page.tsx';
import { useDeviceFeature } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { columns } from './call-logs.columns.tsx';
import texts from './call-logs.texts.json';
import { CallSummary } from './call-summary.tsx';
import { useUsedKinds } from '../../../core/session/session-store.ts';

addTexts('call-logs', texts);

/** Lazy, because most admins only read the list. */
const CallRecorder = lazy(async () => ({ default: (await import('./call-recorder.tsx')).CallRecorder }));
const recorderId = 'call-recorder';

/** The calls of a device, with totals over those that match the filters. */
export function CallLogsView() {
  const { t } = useTranslation('call-logs');
  const list = useDeviceFeature(callLogs);
  const { rows, filter, deviceId } = list;
  const mayRecord = useUsedKinds().includes('CALL_RECORDING');
  const recorder = useRecorderToggle();
  return (
    <>
      <DeviceFeatureHeader
        list={list}
        actions={
          mayRecord && (
            <Button
              variant={recorder.opened ? 'light' : 'default'}
              leftSection={<IconMicrophone size={16} aria-hidden />}
              aria-expanded={recorder.opened}
              aria-controls={recorder.opened ? recorderId : undefined}
              onClick={recorder.toggle}
            >
              {t('recorder')}
            </Button>
          )
        }
      />
      {mayRecord && recorder.opened && (
        <Suspense>
          <CallRecorder deviceId={deviceId} id={recorderId} />
        </Suspense>
      )}
      {rows.error === null && <CallSummary deviceId={deviceId} search={rows.view.search} filter={filter.input} />}
      <DeviceFeatureTable
        list={list}
        columns={columns}
        icon={IconPhone}
        filters={
          <FilterSelect
            label={t('filter.state')}
            any={t('filter.any')}
            options={callStates.map((value) => ({ value, label: t(`state.${value}`) }))}
            value={filter.values['state']}
            onChange={(state) => filter.change({ state })}
          />
        }
      />
    </>
  );
}

/** Whether the call recorder is open. The URL holds this, so that links and the Back button restore it. */
function useRecorderToggle(): { opened: boolean; toggle: () => void } {
  const { raw, patch } = useUrlSearch();
  const opened = raw['recorder'] === 'open';
  const closed = { recorder: undefined, recordingHistory: undefined, recordingHistoryPage: undefined };
  return { opened, toggle: () => patch(opened ? { ...closed, capturesPage: undefined } : { recorder: 'open' }) };
}
