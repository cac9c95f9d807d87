import { adminPassword, adminUsername } from './fairwatch.ts';

/** A session of the first admin, by the call that the sign-in page makes: the page itself has its own journeys. */
export async function logIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/admin/v1/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: adminUsername, password: adminPassword }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}
