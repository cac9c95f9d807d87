import { deviceSummary } from '@fairwatch/contract';
import { IconArrowsExchange, IconSelector } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { query } from '../../../core/api/query.ts';
import { loadWhenOnline } from '../../../core/connection/load-when-online.ts';
import { deviceName } from '../../device-feature/device/device-name.ts';
import { KeyHint } from '../../../core/shortcuts/keys.tsx';
import { Opening } from '../../../core/shortcuts/opening.tsx';
import { usePageAction } from '../../../core/shortcuts/page-actions.ts';
import { StatusDot } from '../../../core/components/badges/status-badge.tsx';
import { Tooltip } from '../../../core/components/overlays/tooltip.tsx';
import type { DeviceSelectProps } from './device-select.tsx';
import header from '../header/header.module.css';
import { useShellTexts } from '../texts/use-shell-texts.ts';

/** The select is a separate chunk, preloaded on hover or focus. */
const loadSelect = () => import('./device-select.tsx');
const DeviceSelect = lazy(async () => ({ default: (await loadWhenOnline(loadSelect)).DeviceSelect }));
// A failed preload is ignored, because opening loads the chunk again.
const preload = () => void loadSelect().catch(() => undefined);

interface DeviceSwitcherProps extends Omit<DeviceSelectProps, 'current' | 'onClose'> {
  /** The shortcut that opens it. Left out when another switcher on the page has it. */
  keys?: string;
}

/** A button with the name of the page's device. A click replaces it with a select for another device. */
export function DeviceSwitcher(props: DeviceSwitcherProps) {
  const { t } = useShellTexts();
  const [isOpen, setIsOpen] = useState(false);
  const current = useQuery(query(deviceSummary, { deviceId: props.deviceId })).data?.data;
  const name = current === undefined ? '' : deviceName(current);
  const { keys } = props;
  const label = t('switchDevice');
  usePageAction(
    keys === undefined
      ? null
      : { id: 'switch-device', label, icon: IconArrowsExchange, key: keys, reason: null, run: () => setIsOpen(true) },
  );
  const button = (
    <button
      type="button"
      className={header.switch}
      aria-label={`${label}: ${name}`}
      aria-keyshortcuts={keys}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsOpen(true)}
    >
      {current !== undefined && <StatusDot status={current.status} />}
      <span className="fw-ellipsis">{name}</span>
      <IconSelector size={15} stroke={1.6} aria-hidden />
    </button>
  );
  const closed = (
    <div className={props.className}>
      <Tooltip label={<KeyHint words={label} keys={keys ?? ''} />} disabled={keys === undefined}>
        {button}
      </Tooltip>
    </div>
  );
  if (!isOpen) return closed;
  return (
    <Suspense
      fallback={
        <>
          {closed}
          <Opening />
        </>
      }
    >
      <DeviceSelect {...props} current={current} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
