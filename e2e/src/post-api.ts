/** Calls the API as a program does. `path` follows `/admin/v1/api/`. Gives back the answer's data, and throws a refusal. */
export async function postApi(url: string, path: string, body: object, token?: string): Promise<unknown> {
  const answer = await fetch(`${url}/admin/v1/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: unknown };
  return data;
}
