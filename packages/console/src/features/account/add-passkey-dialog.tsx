import { addPasskey, limits, passkeyList, startPasskey, type InputOf } from '@fairwatch/contract';
import { Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../core/api/client.ts';
import { invalidate } from '../../core/api/query.ts';
import { Dialog } from '../../core/components/dialog.tsx';
import { useForm, type Problems } from '../../core/forms/use-form.ts';
import { useUnsavedChanges } from '../../core/forms/use-unsaved-changes.ts';
import { askAuthenticator } from '../../core/session/passkeys.ts';
import { toast } from '../../core/toast/toast.tsx';
import classes from './account.module.css';
import { browserName } from './browser-name.ts';
import { OwnProof, useProof } from './own-proof.tsx';
import { Problem } from '../../core/forms/problem.tsx';

type Credential = InputOf<typeof addPasskey>['credential'];

/** What this browser would be called; it can be typed over. */
function suggestedName(): string {
  const { browser, system } = browserName(navigator.userAgent);
  return [system, browser].filter((part) => part !== null).join(', ');
}

/** Asks for a name and for proof that it is their account, and lets the browser make the passkey. */
export function AddPasskeyDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('account');
  const proof = useProof();
  const { pending, problems, dirty, submit, track } = useForm({
    check: ({ name = '', ...typed }): Problems => ({
      ...(name.trim() === '' && { name: t('passkeys.nameMissing') }),
      ...proof.check(typed),
    }),
    send: async ({ name = '', ...typed }) => {
      const { data: options } = await call(startPasskey, proof.read(typed));
      const credential = await askAuthenticator<Credential>('make', () =>
        navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
      );
      await call(addPasskey, { name: name.trim(), credential });
      toast.success(t('passkeys.done'));
      await invalidate(passkeyList);
      close();
    },
  });
  const leaving = useUnsavedChanges(dirty);
  const cancel = () => leaving(close);
  return (
    <Dialog title={t('passkeys.addTitle')} close={cancel} dirty={dirty}>
      <form onSubmit={submit} onInput={track} noValidate className={classes.form}>
        <p className={classes.hint}>{t('passkeys.addText')}</p>
        <Problem text={problems['form']} />
        <TextInput
          name="name"
          label={t('passkeys.name')}
          defaultValue={suggestedName()}
          maxLength={limits.nickname.maxLength}
          autoComplete="off"
          error={problems['name']}
        />
        <OwnProof asksCode={proof.asksCode} problems={problems} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t('passkeys.cancel')}
          </Button>
          <Button type="submit" loading={pending}>
            {t('passkeys.continue')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
