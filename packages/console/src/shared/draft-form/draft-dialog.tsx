import type { ReactNode } from 'react';
import { Dialog } from '../../core/components/overlays/dialog.tsx';
import { FormButtons } from '../../core/forms/form-buttons.tsx';
import classes from '../../core/forms/form-parts.module.css';
import type { DraftForm } from './use-draft-form.ts';
import { useDraftTexts } from './use-draft-texts.ts';

interface DraftDialogProps {
  form: DraftForm;
  title: string;
  /** What the admin should know before filling it in. */
  hint: string;
  /** True for something that does not exist yet. */
  isNew: boolean;
  /** The fields. */
  children: ReactNode;
}

/** A dialog with the form of a draft. Closing it asks first when there are unsaved changes. */
export function DraftDialog({ form, title, hint, isNew, children }: DraftDialogProps) {
  const { t } = useDraftTexts();
  const { dirty, saving, submit, cancel } = form;
  return (
    <Dialog title={title} close={cancel} dirty={dirty} wide>
      <form className={classes.form} noValidate onSubmit={submit}>
        <p className={classes.hint}>{hint}</p>
        {children}
        <FormButtons
          cancelLabel={t('cancel')}
          cancel={cancel}
          submitLabel={t(isNew ? 'create' : 'save')}
          saving={saving}
        />
      </form>
    </Dialog>
  );
}
