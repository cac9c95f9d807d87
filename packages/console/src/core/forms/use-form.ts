import { clientErrors } from '@fairwatch/contract';
import { useState, type SubmitEvent } from 'react';
import { ApiError } from '../api/api-error.ts';

/** What stands beside the fields by their names, and under `form` what is about no single field. */
export type Problems = Record<string, string>;

interface Form {
  /** What is wrong with what was typed, by field; nothing when it can be sent. */
  check: (values: Record<string, string>) => Problems;
  send: (values: Record<string, string>) => Promise<void>;
}

/** A form whose fields the browser keeps: checks, sends, and shows what went wrong where it went wrong. */
export function useForm({ check, send }: Form) {
  const [pending, setPending] = useState(false);
  const [problems, setProblems] = useState<Problems>({});

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
    if (firstField === undefined) void attempt(() => send(values));
    else form.querySelector<HTMLInputElement>(`[name=${firstField}]`)?.focus();
  }

  return { pending, problems, submit, attempt };
}
