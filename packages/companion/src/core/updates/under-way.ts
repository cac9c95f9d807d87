import { useEffect } from 'react';

/** The running actions that a reload would interrupt. */
const underWay = new Set<object>();

/** Marks an action as running, so that the page is not reloaded. Returns the function that ends the mark. */
export function beginUnderWay(): () => void {
  const work = {};
  underWay.add(work);
  return () => void underWay.delete(work);
}

/** Marks the component as having unsaved state while `isUnderWay` is true. */
export function useUnderWay(isUnderWay: boolean): void {
  useEffect(() => (isUnderWay ? beginUnderWay() : undefined), [isUnderWay]);
}

/** True when the page may be reloaded without asking: no action runs, and no field has text. */
export function isNothingUnderWay(page: ParentNode = document): boolean {
  if (underWay.size > 0) return false;
  const fields = page.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  return ![...fields].some((field) => isTyped(field));
}

/** True for a field with text that the person typed. Switches and the like show stored state. */
function isTyped(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return !/^(?:checkbox|radio|button|submit|hidden|range)$/.test(field.type) && field.value !== '';
}
