import { deviceList, passcodeList, type Device } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { query } from '../../core/api/query.ts';
import { pageLink } from '../../core/router/page-link.ts';
import { useCan } from '../../core/components/can.tsx';
import { useDeviceLink } from '../device-feature/device/use-device-link.ts';
import { addTexts } from '../../core/i18n/i18n.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import classes from './get-started.module.css';
import texts from './get-started.texts.json';
import { JoinStep } from './join-step.tsx';
import { PasscodeStep } from './passcode-step.tsx';
import { Step, type StepState } from './step.tsx';

addTexts('getStarted', texts);

/** Loads the newest device and the newest valid passcode. Both are refetched on changes. */
function useFirstDevice() {
  const mayRead = useCan(passcodeList);
  const newest = { sortBy: 'formattedDate', sortDirection: 'desc' } as const;
  const devices = useQuery(query(deviceList, newest)).data?.data;
  const passcodes = useQuery({ ...query(passcodeList, { filter: { state: 'VALID' } }), enabled: mayRead }).data?.data;
  return { device: devices?.[0] ?? null, passcode: passcodes?.[0] ?? null };
}

/** A guide from an empty installation to the first device. `framed` draws it as a separate panel. */
export function GetStarted({ framed = false }: { framed?: boolean }) {
  const { t } = useTranslation('getStarted');
  const { device, passcode } = useFirstDevice();
  const hasJoined = device !== null;
  const hasPasscode = hasJoined || passcode !== null;
  const states: StepState['state'][] = hasJoined
    ? ['done', 'done', 'done', 'now']
    : [hasPasscode ? 'done' : 'now', hasPasscode ? 'now' : 'later', hasPasscode ? 'now' : 'later', 'later'];
  const step = (number: number): StepState => ({ number, state: states[number - 1] ?? 'later' });
  return (
    <section className={framed ? `fw-panel ${classes.framed}` : classes.panel} aria-labelledby="get-started">
      <h2 id="get-started">{t('title')}</h2>
      <Text c="dimmed" mt={4}>
        {t('intro')}
      </Text>
      <ol className={classes.steps}>
        <PasscodeStep {...step(1)} passcode={hasJoined ? null : passcode} />
        <JoinStep {...step(2)} passcode={hasJoined ? null : passcode} />
        <WaitStep {...step(3)} device={device} />
        <OpenStep {...step(4)} device={device} />
      </ol>
    </section>
  );
}

interface DeviceStepProps extends StepState {
  device: Device | null;
}

function WaitStep({ device, ...step }: DeviceStepProps) {
  const { t } = useTranslation('getStarted');
  return (
    <Step {...step} title={t('wait.title')} text={t('wait.text')}>
      <output>
        {step.state === 'now' && (
          <span className="fw-inline" data-tone="accent">
            <span className={classes.pulse} />
            {t('wait.waiting')}
          </span>
        )}
        {device && t('wait.joined', { username: device.displayName })}
      </output>
    </Step>
  );
}

function OpenStep({ device, ...step }: DeviceStepProps) {
  const { t } = useTranslation('getStarted');
  const linkTo = useDeviceLink();
  const link = device && linkTo(device.id);
  // The permission is taken away where locations are not used.
  const mayLocate = useCan({ access: { permission: 'LOCATION', level: 'READ_ONLY' } });
  return (
    <Step {...step} title={t('open.title')} text={t('open.text')}>
      {device && link !== null && <Link to={link}>{t('open.open', { username: device.displayName })}</Link>}
      {device && mayLocate && (
        <Link {...pageLink('/device/location/$deviceId', { params: { deviceId: device.id } })}>{t('open.locate')}</Link>
      )}
    </Step>
  );
}
