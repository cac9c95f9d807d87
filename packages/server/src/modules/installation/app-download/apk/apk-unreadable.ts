/** The file is no valid app. The message is shown to the admin who uploaded it. */
export class ApkUnreadable extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'ApkUnreadable';
  }
}
