type Work = () => Promise<void>;

/** Lets one piece of work run at a time. Of those that come meanwhile only the last one follows: it does what they would have. */
export function createTurns(): (work: Work) => void {
  let running = false;
  let next: Work | null = null;
  return function take(work) {
    if (running) {
      next = work;
      return;
    }
    running = true;
    void work()
      .catch(() => undefined)
      .finally(() => {
        const following = next;
        running = false;
        next = null;
        if (following) take(following);
      });
  };
}
