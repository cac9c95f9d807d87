const tries = 3;
const deadlockDetected = '40P01';

/**
 * Runs a transaction again when PostgreSQL ended it to resolve a deadlock. For long transactions, which lock rows of many tables: the
 * other one goes on meanwhile, and nothing of this one was written.
 */
export async function retryDeadlock<Result>(transaction: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (attempt === tries || !(error instanceof Error) || !('code' in error) || error.code !== deadlockDetected)
        throw error;
    }
  }
}
