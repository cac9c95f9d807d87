import { clientErrors } from '@fairwatch/contract';
import { useState, type FormEvent, type SubmitEvent } from 'react';
import { ApiError } from '../api/api-error.ts';

/** What stands beside the fields by their names, and under `form` what is about no single field. */
export type Problems = Record<string, string>;

interface Form {
  /** What is wrong with what was typed, by field; nothing when it can be sent. */
  check: (values: Record<string, string>) => Problems;
  send: (values: Record<string, string>) => Promise<void>;
}

/** Whether somebody changed a field. A password that proves who one is counts for nothing: browsers fill it in by themselves. */
function isChanged(form: HTMLFormElement): boolean {
  const fields = [...form.querySelectorAll<HTMLInputElement>('input[name]:not([autocomplete=current-password])')];
  return fields.some(({ value, defaultValue }) => value !== defaultValue);
}

/** A form whose fields the browser keeps: checks, sends, and shows what went wrong where it went wrong. */
export function useForm({ check, send }: Form) {
  const [pending, setPending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [dirty, setDirty] = useState(false);

  async function attempt(work: () => Promise<void>): Promise<void> {
    setPending(true);
    try {
      await work();
    } catch (error) {
      setProblems({ form: error instanceof ApiError ? error.message : clientErrors.unknown_error });
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
