/** Why a file is no app that we can offer, in words for whoever uploaded it. */
export class ApkUnreadable extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = 'ApkUnreadable';
  }
}
