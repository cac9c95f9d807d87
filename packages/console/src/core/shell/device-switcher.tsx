import { deviceSummary } from '@fairwatch/contract';
import { IconArrowsExchange, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '../api/query.ts';
import { loadWhenBack } from '../connection/load-when-back.ts';
import { deviceName } from '../device-feature/device-name.ts';
import { KeyHint } from '../shortcuts/key-hint.tsx';
import { Opening } from '../shortcuts/opening.tsx';
import { usePageAction } from '../shortcuts/page-actions.ts';
import { StatusDot } from '../components/status-badge.tsx';
import { Tooltip } from '../components/tooltip.tsx';
import type { DeviceSelectProps } from './device-select.tsx';
import classes from './header.module.css';
import { useShellTexts } from './use-shell-texts.ts';

/** The box to search in, with all it needs, is fetched when somebody reaches for it. */
const loadSelect = () => import('./device-select.tsx');
const DeviceSelect = lazy(async () => ({ default: (await loadWhenBack(loadSelect)).DeviceSelect }));
// What cannot be fetched now is fetched when it is opened.
const warm = () => void loadSelect().catch(() => undefined);

interface DeviceSwitcherProps extends Omit<DeviceSelectProps, 'current' | 'onClose'> {
  /** The key that opens it; left out where another one on screen has it. */
  keys?: string;
}

/** Which device the page is about; pressed, it becomes the box to choose another one in. */
export function DeviceSwitcher(props: DeviceSwitcherProps) {
  const { t } = useShellTexts();
  const [choosing, setChoosing] = useState(false);
  const current = useQuery(query(deviceSummary, { deviceId: props.deviceId })).data?.data;
  const name = current === undefined ? '' : deviceName(current);
  const { keys } = props;
  const label = t('switchDevice');
  usePageAction(
    keys === undefined
      ? null
      : { id: 'switch-device', label, icon: IconArrowsExchange, key: keys, reason: null, run: () => setChoosing(true) },
  );
  const button = (
    <button
      type="button"
      className={classes.switch}
      aria-label={`${label}: ${name}`}
      aria-keyshortcuts={keys}
      onPointerEnter={warm}
      onFocus={warm}
      onClick={() => setChoosing(true)}
    >
      {current !== undefined && <StatusDot status={current.status} />}
      <span>{name}</span>
      <IconSelector size={15} stroke={1.6} aria-hidden />
    </button>
  );
  const face = (
    <div className={props.className}>
      <Tooltip label={<KeyHint words={label} keys={keys ?? ''} />} disabled={keys === undefined}>
        {button}
      </Tooltip>
    </div>
  );
  if (!choosing) return face;
  return (
    <Suspense
      fallback={
        <>
          {face}
          <Opening />
        </>
      }
    >
      <DeviceSelect {...props} current={current} onClose={() => setChoosing(false)} />
    </Suspense>
  );
}
