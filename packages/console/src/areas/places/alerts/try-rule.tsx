import { tryAlertRule, type OutputOf } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../core/api/client.ts';
import { TimedText } from '../../../core/components/time/timed-text.tsx';
import parts from '../../../core/forms/form-parts.module.css';
import { Problem } from '../../../core/forms/problem.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { conditionOf, problemsToTry, targetOf, type RuleDraft } from './rule-draft.ts';

type Tried = OutputOf<typeof tryAlertRule>;

/** Tries the rule of the form on the past week. A result stays until the form changes. */
export function TryRule({ draft }: { draft: RuleDraft }) {
  const { t } = useTranslation('alerts');
  const [trying, setTrying] = useState(false);
  const [result, setResult] = useState<{ of: RuleDraft; tried: Tried | null; problem: string } | null>(null);
  async function run(): Promise<void> {
    setTrying(true);
    try {
      const { data } = await call(tryAlertRule, { condition: conditionOf(draft), target: targetOf(draft) });
      setResult({ of: draft, tried: data, problem: '' });
    } catch (error) {
      setResult({ of: draft, tried: null, problem: error instanceof Error ? error.message : String(error) });
    }
    setTrying(false);
  }
  const shown = result?.of === draft ? result : null;
  return (
    <div className={parts.part}>
      <div>
        <Button
          variant="light"
          leftSection={<IconHistory size={16} aria-hidden />}
          loading={trying}
          disabled={problemsToTry(draft).length > 0}
          onClick={() => void run()}
        >
          {t('form.try')}
        </Button>
      </div>
      <p className={parts.hint}>{t('form.logged')}</p>
      <section aria-label={t('form.tried')} aria-live="polite">
        {shown?.tried && <Result {...shown.tried} />}
        {shown && shown.problem !== '' && <Problem text={shown.problem} />}
      </section>
    </div>
  );
}

function Result({ untried, fired, devices, examples }: Tried) {
  const { t } = useTranslation('alerts');
  if (untried !== null) return <p className={parts.preview}>{t('form.untried', { why: untried })}</p>;
  return (
    <div className={parts.preview}>
      <strong>{t('form.fired', { count: fired, devices: t('form.tryDevices', { count: devices }) })}</strong>
      <ol>
        {examples.map(({ deviceId, device, beganAt, endedAt }) => (
          <li key={`${deviceId} ${beganAt}`}>
            {device}: <TimedText words={t('history.began')} at={beganAt} />
            {endedAt !== null && (
              <>
                {' · '}
                <TimedText words={t('history.over')} at={endedAt} />
              </>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}
