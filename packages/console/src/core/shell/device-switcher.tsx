import { deviceSummary } from '@fairwatch/contract';
import { IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '../api/query.ts';
import { deviceName } from '../device-feature/device-name.ts';
import type { Page } from '../router/page.ts';
import classes from './header.module.css';
import { useShellTexts } from './use-shell-texts.ts';

/** The box to search in, with all it needs, is fetched when somebody reaches for it. */
const loadSelect = () => import('./device-select.tsx');
const DeviceSelect = lazy(async () => ({ default: (await loadSelect()).DeviceSelect }));

export interface DeviceSwitcherProps {
  page: Page;
  deviceId: number;
  className: string | undefined;
  onSwitch?: (() => void) | undefined;
}

/** Which device the page is about; pressed, it becomes the box to choose another one in. */
export function DeviceSwitcher(props: DeviceSwitcherProps) {
  const { t } = useShellTexts();
  const [choosing, setChoosing] = useState(false);
  const current = useQuery(query(deviceSummary, { deviceId: props.deviceId })).data?.data;
  const name = current === undefined ? '' : deviceName(current);
  const face = (
    <div className={props.className}>
      <button
        type="button"
        className={classes.switch}
        aria-label={`${t('switchDevice')}: ${name}`}
        onPointerEnter={() => void loadSelect()}
        onFocus={() => void loadSelect()}
        onClick={() => setChoosing(true)}
      >
        <span>{name}</span>
        <IconSelector size={15} stroke={1.6} aria-hidden />
      </button>
    </div>
  );
  if (!choosing) return face;
  return (
    <Suspense fallback={face}>
      <DeviceSelect {...props} current={current} onClose={() => setChoosing(false)} />
    </Suspense>
  );
}
