import { passcodeList, savePasscodes, type Passcode } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import { Can, useCan } from '../../core/components/can.tsx';
import { CopyButton } from '../../core/components/text/copy-button.tsx';
import { readable } from '../../core/components/text/readable-code.ts';
import { useTranslation } from '../../core/i18n/use-translation.ts';
import { CreatePasscodes } from '../enrolment/create-passcodes.tsx';
import classes from './get-started.module.css';
import { Step, type StepState } from './step.tsx';
import { pageLink } from '../../core/router/page-link.ts';

interface PasscodeStepProps extends StepState {
  /** A valid passcode; null without one. */
  passcode: Passcode | null;
}

/** The step that creates a passcode and shows it, without leaving the page. */
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
        <Link {...pageLink('/otp-list')}>{t('passcode.all')}</Link>
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
  return (
    <CreatePasscodes single variant={passcode === null ? 'filled' : 'default'} size="sm">
      {passcode === null ? t('passcode.create') : t('passcode.another')}
    </CreatePasscodes>
  );
}
