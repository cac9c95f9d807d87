import { adminPassword, adminUsername } from './fairwatch.ts';
import { postApi } from './post-api.ts';

/** A session of the first admin, by the call that the sign-in page makes: the page itself has its own journeys. */
export async function logIn(url: string): Promise<string> {
  const data = await postApi(url, 'auth/login', { username: adminUsername, password: adminPassword });
  return (data as { token: string }).token;
}
