import { Button, Group } from '@mantine/core';
import { CopyButton } from '../../../core/components/text/copy-button.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import classes from './account.module.css';

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const { t } = useTranslation('account');
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{t('twoFactor.codesText')}</p>
      <ul className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs" justify="space-between">
        <CopyButton label={t('twoFactor.copyCodes')} text={codes.join('\n')} />
        <Button onClick={close}>{t('twoFactor.codesDone')}</Button>
      </Group>
    </div>
  );
}
