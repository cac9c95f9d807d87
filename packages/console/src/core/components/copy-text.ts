/** Browsers offer the clipboard on safe connections only; a console in the own network often has none. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return await navigator.clipboard.writeText(text);
  const focused = document.activeElement;
  const area = Object.assign(document.createElement('textarea'), { value: text });
  area.style.position = 'fixed';
  // Beside an open dialog nothing can be selected.
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!done) throw new Error('The browser refused.');
}
