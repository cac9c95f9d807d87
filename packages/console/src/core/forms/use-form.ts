import { clientErrorText } from '../api/error-text.ts';
import { useState, type FormEvent, type SubmitEvent } from 'react';
import { ApiError } from '../api/api-error.ts';

/** The errors by field name. The key `form` is for errors that belong to no single field. */
export type Problems = Record<string, string>;

interface Form {
  /** Returns the errors of the typed values; an empty object when they can be sent. */
  check: (values: Record<string, string>) => Problems;
  send: (values: Record<string, string>) => Promise<void>;
}

/** True when a field was changed. A current password does not count, because browsers fill it in automatically. */
function isChanged(form: HTMLFormElement): boolean {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[name]:not([autocomplete=current-password])')];
  return fields.some(({ value, defaultValue }) => value !== defaultValue);
}

/** The state of a form with uncontrolled fields: it validates and sends the values, and keeps the errors. */
export function useForm({ check, send }: Form) {
  const [pending, setPending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [dirty, setDirty] = useState(false);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setPending(true);
    try {
      await work();
    } catch (error) {
      setProblems({ form: error instanceof ApiError ? error.message : clientErrorText('unknown_error') });
    }
    setPending(false);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = event.currentTarget;
    const values = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const found = check(values);
    setProblems(found);
    const [firstField] = Object.keys(found);
    if (firstField === undefined) void attempt(() => send(values).then(() => setDirty(false)));
    else form.querySelector<HTMLInputElement>(`[name=${firstField}]`)?.focus();
  }

  const track = (event: FormEvent<HTMLFormElement>) => setDirty(isChanged(event.currentTarget));

  return { pending, problems, dirty, submit, track, attempt };
}

export type FormState = ReturnType<typeof useForm>;
