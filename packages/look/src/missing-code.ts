/** The messages with which browsers, and Vite's loader of styles, report a file that could not be loaded. */
const messages = /dynamically imported module|importing a module script|unable to preload css/i;

/** Whether an error means that code which is loaded when it is first needed, such as a dialog, could not be loaded. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && messages.test(error.message);
}
