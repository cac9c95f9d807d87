import { createExternalStore } from '../session/external-store.ts';

/** Answers the question that is on screen: whether to leave. */
type Answer = (leave: boolean) => void;

/** Forms on screen with changes that are not saved. */
const forms = new Set<object>();
/** Places that show the question; without one nobody could answer it. */
let places = 0;

const question = createExternalStore<Answer | null>(null);

export const leaveQuestion = {
  get: question.get,
  subscribe(listener: () => void): () => void {
    const unsubscribe = question.subscribe(listener);
    places += 1;
    return () => {
      places -= 1;
      unsubscribe();
    };
  },
};

/** Counts a form as changed until the function that it gives back is called. */
export function markUnsaved(): () => void {
  const form = {};
  forms.add(form);
  return () => void forms.delete(form);
}

export function hasUnsavedChanges(): boolean {
  return forms.size > 0;
}

/** Asks on screen whether to leave what is not saved. Whoever is asked a second time has not left the first time. */
export function askToLeave(): Promise<boolean> {
  if (places === 0) return Promise.resolve(true);
  question.get()?.(false);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  question.set((leave) => {
    question.set(null);
    resolve(leave);
  });
  return promise;
}

/** Whether one may leave the page: at once when everything is saved, otherwise as the person answers. */
export async function confirmLeaving(): Promise<boolean> {
  return !hasUnsavedChanges() || (await askToLeave());
}
