import type { ListedDevice } from '@fairwatch/contract';
import type { Column } from '../../../../core/components/table/columns.ts';
import { deviceName } from '../../../../shared/device-feature/device/device-name.ts';
import { useTranslation } from '../../../../core/i18n/use-translation.ts';
import classes from './selection.module.css';
import { isEmpty } from './selection.ts';
import { useDeviceSelecting } from './use-selection.ts';

/** The checkbox that selects one device; with Shift, everything from the previously toggled one. */
function DeviceCheckbox({ device }: { device: ListedDevice }) {
  const { t } = useTranslation('devices');
  const selecting = useDeviceSelecting();
  if (selecting === null) return null;
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={t('select.one', { name: deviceName(device), id: device.id })}
        checked={selecting.has(device)}
        // Only a click event carries `shiftKey`, and the space bar fires click too, so `change` does nothing.
        onChange={() => undefined}
        onClick={(event) => selecting.toggle(device, event.shiftKey)}
      />
    </label>
  );
}

/** The checkbox that selects all devices on the page, or none of them. */
function PageCheckbox() {
  const { t } = useTranslation('devices');
  const selecting = useDeviceSelecting();
  if (selecting === null) return null;
  const { isPageSelected, selection } = selecting;
  return (
    <label className={classes.box}>
      <input
        type="checkbox"
        aria-label={t('select.page')}
        checked={isPageSelected}
        ref={(box) => {
          if (box) box.indeterminate = !isPageSelected && !isEmpty(selection);
        }}
        onChange={selecting.togglePage}
      />
    </label>
  );
}

/** The column of checkboxes. */
export const selectionColumn: Column<ListedDevice> = {
  key: 'noticeShown',
  header: 'devices:columns.select',
  heading: <PageCheckbox />,
  text: () => '',
  cell: (device) => <DeviceCheckbox device={device} />,
  width: '2.25rem',
  card: 'lead',
};
