import {
  addPasskey,
  limits,
  passkeyList,
  startPasskey,
  type InputOf,
  removePasskey,
  type Passkey,
} from '@fairwatch/contract';
import { Text, TextInput } from '@mantine/core';
import { call } from '../../../core/api/client.ts';
import { invalidate } from '../../../core/api/query.ts';
import { Dialog } from '../../../core/components/overlays/dialog.tsx';
import { useForm, type Problems } from '../../../core/forms/use-form.ts';
import { useUnsavedChanges } from '../../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../../core/forms/form-buttons.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { runAuthenticator } from '../../../shared/sign-in/passkeys.ts';
import { toast } from '../../../core/toast/toast.tsx';
import { browserName } from './browser-name.ts';
import { OwnProof, useProof, type Proof, PasswordStep } from './own-proof.tsx';
import { Problem } from '../../../core/forms/problem.tsx';
import { listText } from '../../../core/i18n/list-text.ts';

type Credential = InputOf<typeof addPasskey>['credential'];

/** The default name of a passkey, which says where it was created. */
function suggestedName(): string {
  const { browser, system } = browserName(navigator.userAgent);
  return listText([system, browser].filter((part) => part !== null));
}

/** Asks for a name and a proof of identity, then creates the passkey in the browser. */
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
      const credential = await runAuthenticator<Credential>('make', () =>
        navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
      );
      await call(addPasskey, { name: name.trim(), credential });
      toast.success(t('passkeys.done'));
      await invalidate(passkeyList);
      close();
    },
  });
  const confirmLeave = useUnsavedChanges(dirty);
  const cancel = () => confirmLeave(close);
  return (
    <Dialog title={t('passkeys.addTitle')} close={cancel} dirty={dirty}>
      <form onSubmit={submit} onInput={track} noValidate className="fw-form">
        <Text c="dimmed">{t('passkeys.addText')}</Text>
        <Problem text={problems['form']} />
        <TextInput
          name="name"
          label={t('passkeys.name')}
          defaultValue={suggestedName()}
          maxLength={limits.nickname.maxLength}
          autoComplete="off"
          error={problems['name']}
        />
        <OwnProof needsCode={proof.needsCode} problems={problems} />
        <FormButtons
          cancelLabel={t('passkeys.cancel')}
          cancel={cancel}
          submitLabel={t('passkeys.continue')}
          saving={pending}
        />
      </form>
    </Dialog>
  );
}

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  close: () => void;
}

/** Removes a passkey after the admin has confirmed their identity. */
export function RemovePasskeyDialog({ passkey: { id, name }, close }: RemovePasskeyDialogProps) {
  const { t } = useTranslation('account');
  async function remove(proof: Proof): Promise<void> {
    await call(removePasskey, { id, ...proof });
    await invalidate(passkeyList);
    close();
  }
  return (
    <Dialog title={t('passkeys.removeTitle', { name })} close={close}>
      <PasswordStep text={t('passkeys.removeText')} onProof={remove} cancel={close} />
    </Dialog>
  );
}
