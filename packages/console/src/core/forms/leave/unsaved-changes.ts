import { createExternalStore } from '../../state/external-store.ts';

/** Answers the open question whether to leave. */
type Answer = (leave: boolean) => void;

/** The unsavedForms on screen with unsaved changes. */
const unsavedForms = new Set<object>();
/** The number of mounted dialogs for the question; without one it could not be answered. */
let dialogCount = 0;

const question = createExternalStore<Answer | null>(null);

export const leaveQuestion = {
  get: question.get,
  subscribe(listener: () => void): () => void {
    const unsubscribe = question.subscribe(listener);
    dialogCount += 1;
    return () => {
      dialogCount -= 1;
      unsubscribe();
    };
  },
};

/** Counts a form as changed until the returned function is called. */
export function markUnsaved(): () => void {
  const form = {};
  unsavedForms.add(form);
  return () => void unsavedForms.delete(form);
}

export function hasUnsavedChanges(): boolean {
  return unsavedForms.size > 0;
}

/** Shows the question whether to discard unsaved changes. A second question answers the first with no. */
export function askToLeave(): Promise<boolean> {
  if (dialogCount === 0) return Promise.resolve(true);
  question.get()?.(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  question.set((leave) => {
    question.set(null);
    resolve(leave);
  });
  return promise;
}

/** Resolves to whether the page may be left: true without unsaved changes, otherwise as the user answers. */
export async function confirmLeaving(): Promise<boolean> {
  return !hasUnsavedChanges() || (await askToLeave());
}
