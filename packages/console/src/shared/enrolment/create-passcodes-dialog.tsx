import '@mantine/core/styles/Input.layer.css';
import { limits, savePasscodes, type Passcode } from '@fairwatch/contract';
import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useCall } from '../../core/api/query.ts';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { useUnsavedChanges } from '../../core/forms/leave/use-unsaved-changes.ts';
import { FormButtons } from '../../core/forms/form-buttons.tsx';
import parts from '../../core/forms/form-parts.module.css';
import { refetchChanged } from '../changes/refetch-changed.ts';
import { toastPromise } from '../../core/toast/toast.tsx';
import classes from './create-passcodes.module.css';
import { askedProblems, emptyAsked } from './asked-draft.ts';
import { AskedFields } from './asked-fields.tsx';
import { EnrolmentFields } from './enrolment-fields.tsx';
import { emptyEnrolment, enrolmentOf } from './enrolment-draft.ts';
import { startDraft, groundOf, problemsOf, type GroundDraft } from './ground-draft.ts';
import { GroundFields } from './ground-fields.tsx';
import { useCreateTexts } from './use-create-texts.ts';

const { createdAtOnce, nameMaxLength } = limits.passcode;
const anybody = { name: '', email: '' };

interface CreatePasscodesDialogProps {
  /** Creates exactly one and asks only for its ground and for what it asks. */
  single: boolean;
  close: () => void;
  /** Called with the new passcodes after the dialog is closed. */
  onMade?: ((passcodes: readonly Passcode[]) => void) | undefined;
}

/** Asks for whom passcodes are, the ground of supervision, what the person is asked to share, and what becomes of the device. The server validates the number. */
export function CreatePasscodesDialog({ single, close, onMade }: CreatePasscodesDialogProps) {
  const { t } = useCreateTexts();
  const [count, setCount] = useState('1');
  const [person, setPerson] = useState(anybody);
  const [guardianEmail, setGuardianEmail] = useState('');
  const [start] = useState(startDraft);
  const [draft, setDraft] = useState(start);
  const [enrolment, setEnrolment] = useState(emptyEnrolment);
  const [asked, setAsked] = useState(emptyAsked);
  const [isSubmitted, setSubmitted] = useState(false);
  const { mutateAsync, isPending } = useCall(savePasscodes);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The preset of a family or a school leaves only the guardian to be typed.
    if (start.minor) form.current?.querySelector<HTMLElement>('[name=guardian]')?.focus();
  }, [start]);
  const dirty =
    draft !== start ||
    person !== anybody ||
    guardianEmail !== '' ||
    enrolment !== emptyEnrolment ||
    asked !== emptyAsked;
  const confirmAnd = useUnsavedChanges(dirty);
  const cancel = () => confirmAnd(close);
  const change = (part: Partial<GroundDraft>) => setDraft((before) => ({ ...before, ...part }));
  // A name and an address are of one person.
  const isForOne = Number(count) === 1;
  const signsAt = isForOne && draft.minor ? guardianEmail : '';
  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setSubmitted(true);
    const [first] = [...problemsOf(draft), ...askedProblems(asked)];
    if (first !== undefined) return form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    const request = mutateAsync({
      count: Number(count),
      ground: groundOf(draft),
      asked: [...asked],
      ...(isForOne ? person : anybody),
      guardianEmail: signsAt,
      ...enrolmentOf(enrolment),
    });
    const created = await toastPromise(request).catch(() => null);
    if (created !== null) {
      close();
      onMade?.(created.data);
    }
    await refetchChanged('passcodes');
  }
  return (
    <Dialog title={t('title')} close={cancel} dirty={dirty} wide={!single}>
      <form ref={form} className={parts.form} noValidate onSubmit={(event) => void submit(event)}>
        <small>{t('hint')}</small>
        {!single && (
          <div className={classes.person}>
            <TextInput
              maw="7rem"
              type="number"
              inputMode="numeric"
              label={t('count')}
              min={1}
              max={createdAtOnce}
              value={count}
              onChange={(event) => setCount(event.currentTarget.value)}
            />
            {isForOne && <PersonFields person={person} change={setPerson} />}
          </div>
        )}
        <GroundFields
          draft={draft}
          change={change}
          problems={isSubmitted ? problemsOf(draft) : []}
          guardianEmail={isForOne ? { value: guardianEmail, change: setGuardianEmail } : undefined}
        />
        <AskedFields draft={asked} change={setAsked} isSubmitted={isSubmitted} />
        {!single && (
          <EnrolmentFields draft={enrolment} change={setEnrolment} guarded={signsAt === '' ? 'none' : 'all'} />
        )}
        <FormButtons
          cancelLabel={t('cancel')}
          cancel={cancel}
          submitLabel={t('confirm', { count: Number(count) || 1 })}
          saving={isPending}
        />
      </form>
    </Dialog>
  );
}

function PersonFields({ person, change }: { person: typeof anybody; change: (person: typeof anybody) => void }) {
  const { t } = useCreateTexts();
  return (
    <>
      <TextInput
        name="name"
        label={t('name')}
        placeholder={t('nameHint')}
        autoComplete="off"
        maxLength={nameMaxLength}
        value={person.name}
        onChange={(event) => change({ ...person, name: event.currentTarget.value })}
      />
      <TextInput
        name="email"
        type="email"
        label={t('email')}
        placeholder={t('emailHint')}
        autoComplete="off"
        value={person.email}
        onChange={(event) => change({ ...person, email: event.currentTarget.value })}
      />
    </>
  );
}
