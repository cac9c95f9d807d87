import { passcodeList, savePasscodes, type Passcode } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCall } from '../api/query.ts';
import { Can, useCan } from '../components/can.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { readable } from '../components/readable-code.ts';
import { readAgain } from '../socket/read-again.ts';
import { toastPromise } from '../toast/toast.tsx';
import classes from './get-started.module.css';
import { Step, type StepState } from './step.tsx';

interface PasscodeStepProps extends StepState {
  /** One that can be used, if there is one. */
  passcode: Passcode | null;
}

/** The passcode is made on the spot and shown large: nobody has to find another page first. */
export function PasscodeStep({ passcode, ...step }: PasscodeStepProps) {
  const { t } = useTranslation('getStarted');
  const mayCreate = useCan(savePasscodes);
  return (
    <Step {...step} title={t('passcode.title')} text={mayCreate ? t('passcode.text') : t('passcode.ask')}>
      {passcode !== null && <Code code={readable(passcode.otpCode)} />}
      <Can use={savePasscodes}>
        {step.state !== 'done' || passcode !== null ? <Create passcode={passcode} /> : null}
      </Can>
      <Can use={passcodeList}>
        <Link to="/otp-list" className={classes.link}>
          {t('passcode.all')}
        </Link>
      </Can>
    </Step>
  );
}

function Code({ code }: { code: string }) {
  const { t } = useTranslation('getStarted');
  return (
    <span className={classes.code}>
      <code>{code}</code>
      <CopyButton label={t('passcode.copy', { code })} text={code} />
    </span>
  );
}

function Create({ passcode }: { passcode: Passcode | null }) {
  const { t } = useTranslation('getStarted');
  const { mutateAsync, isPending } = useCall(savePasscodes);
  const create = async () => {
    await toastPromise(mutateAsync({ count: 1 })).catch(() => undefined);
    await readAgain('passcodes');
  };
  return (
    <Button
      variant={passcode === null ? 'filled' : 'default'}
      size="sm"
      loading={isPending}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void create()}
    >
      {passcode === null ? t('passcode.create') : t('passcode.another')}
    </Button>
  );
}
