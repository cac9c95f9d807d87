import '@mantine/core/styles/Input.layer.css';
import { limits, savePasscodes } from '@fairwatch/contract';
import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../core/api/query.ts';
import { readAgain } from '../../core/socket/read-again.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import classes from './passcodes.module.css';

/** Makes one passcode, or as many as are typed. The server says what is wrong with the number. */
export function CreatePasscodes() {
  const { t } = useTranslation('passcodes');
  const [count, setCount] = useState('1');
  const { mutateAsync, isPending } = useCall(savePasscodes);
  const create = async () => {
    await toastPromise(mutateAsync({ count: Number(count) })).catch(() => undefined);
    await readAgain('passcodes');
  };
  return (
    <form
      className={classes.create}
      onSubmit={(event) => {
        event.preventDefault();
        void create();
      }}
    >
      <TextInput
        className={classes.count}
        type="number"
        inputMode="numeric"
        aria-label={t('count')}
        title={t('count')}
        min={1}
        max={limits.passcode.createdAtOnce}
        required
        value={count}
        onChange={(event) => setCount(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending} leftSection={<IconPlus size={16} aria-hidden />}>
        {t('create')}
      </Button>
    </form>
  );
}
