import '@mantine/core/styles/Input.layer.css';
import { localCaPath } from '@fairwatch/contract';
import { Button, Text, TextInput, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { Choice } from '../../core/components/buttons/choice.tsx';
import { CommandLine } from '../../core/components/text/command-line.tsx';
import { copyText } from '../../core/components/text/copy-text.ts';
import { toast } from '../../core/toast/toast.tsx';
import classes from './phone-access.module.css';
import { situationOf, situations, verdictOf, type PhoneFacts, type Situation } from './phone-facts.ts';
import { usePhoneTexts, type PhoneMachine } from './use-phone-access.ts';

interface WaysProps {
  facts: PhoneFacts;
  machine: NonNullable<PhoneMachine>;
}

/** What to do in each of the three cases, for who runs the server. Folded while phones can connect. */
export function Ways({ facts, machine }: { facts: PhoneFacts; machine: PhoneMachine }) {
  const { t } = usePhoneTexts();
  const isReady = ['ready', 'trustOnce'].includes(verdictOf(facts));
  const [shown, setShown] = useState(!isReady);
  const [situation, setSituation] = useState<Situation>(situationOf(facts));
  if (machine === null) return isReady ? null : <Text c="dimmed">{t('ask')}</Text>;
  if (!shown)
    return (
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => setShown(true)}>
          {t('ways.show')}
        </Button>
      </div>
    );
  const Steps = steps[situation];
  return (
    <section className={classes.ways}>
      <Title order={3}>{t('ways.title')}</Title>
      <Choice
        label={t('ways.where')}
        options={situations.map((value) => ({ value, label: t(`ways.${value}`) }))}
        value={situation}
        onChange={setSituation}
      />
      <Steps facts={facts} machine={machine} />
    </section>
  );
}

const steps: Readonly<Record<Situation, (props: WaysProps) => React.ReactNode>> = {
  public: PublicSteps,
  home: HomeSteps,
  computer: ComputerSteps,
};

function Line({ line }: { line: string }) {
  const { t } = usePhoneTexts();
  return <CommandLine line={line} label={t('ways.copyLine', { line })} />;
}

const exampleName = 'fairwatch.example.org';

/** The host name in what somebody typed, which may be a whole address. Empty for anything that is none. */
export function hostNameOf(typed: string): string {
  const host = URL.parse(`https://${typed.trim().replace(/^[a-z]+:\/\//i, '')}`)?.hostname ?? '';
  return /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(host) ? host : '';
}

function PublicSteps({ facts: { address }, machine: { port } }: WaysProps) {
  const { t } = usePhoneTexts();
  const [typed, setTyped] = useState(() => (address.startsWith('https:') ? hostNameOf(address) : ''));
  const name = hostNameOf(typed) || exampleName;
  return (
    <>
      <TextInput
        label={t('public.name')}
        placeholder={exampleName}
        autoComplete="off"
        spellCheck={false}
        maw="22rem"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ol className={classes.steps}>
        <li>{t('public.dns')}</li>
        <li>
          {t('public.proxy')}
          <Line line={`caddy reverse-proxy --from ${name} --to 127.0.0.1:${port}`} />
        </li>
        <li>
          {t('public.start')}
          <CopyStart line={`PUBLIC_URL=https://${name} npm start`} />
        </li>
      </ol>
      <Text c="dimmed">{t('public.docs')}</Text>
    </>
  );
}

/** Copies the command that starts the server. It is not shown: its variables are the business of the documentation. */
function CopyStart({ line }: { line: string }) {
  const { t } = usePhoneTexts();
  return (
    <div>
      <Button
        variant="default"
        size="compact-md"
        mt={6}
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => void toastCopied(line, t('copied'), t('copyFailed'))}
      >
        {t('public.copyStart')}
      </Button>
    </div>
  );
}

async function toastCopied(text: string, copied: string, failed: string): Promise<void> {
  await copyText(text).then(
    () => toast.success(copied),
    () => toast.error(failed),
  );
}

function HomeSteps({ machine: { port, networkAddress } }: WaysProps) {
  const { t } = usePhoneTexts();
  const host = networkAddress?.includes(':') ? `[${networkAddress}]` : networkAddress;
  return (
    <ol className={classes.steps}>
      <li>
        {t('homeSteps.make')}
        <Line line="npm run local-ca" />
      </li>
      <li>{t('homeSteps.start')}</li>
      <li>
        {t('homeSteps.trust')}
        {host !== null && <Line line={`https://${host}:${port}${localCaPath}`} />}
      </li>
      <li>
        {t('homeSteps.firewall')}
        <Line line={`sudo ufw allow ${port}/tcp`} />
        <Line
          line={`netsh advfirewall firewall add rule name=Fairwatch dir=in action=allow protocol=TCP localport=${port}`}
        />
      </li>
    </ol>
  );
}

function ComputerSteps() {
  const { t } = usePhoneTexts();
  return <Text>{t('computerSteps.text')}</Text>;
}
