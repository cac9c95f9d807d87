/** Copies a text. The clipboard API needs a secure context, which a console in a local network often lacks; then a text area is used. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return await navigator.clipboard.writeText(text);
  const focused = document.activeElement;
  const area = Object.assign(document.createElement('textarea'), { value: text });
  area.style.position = 'fixed';
  // A modal dialog makes the rest of the page inert, so the text area goes into the dialog.
  (focused?.closest('dialog') ?? document.body).append(area);
  area.select();
  const succeeded = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!succeeded) throw new Error('The browser refused.');
}
