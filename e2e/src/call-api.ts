import type { Page } from '@playwright/test';

/** Calls the API as the person who is signed in on the page. `path` follows `authenticated/`. */
export async function callApi(page: Page, path: string, body: object): Promise<{ status: number; text: string }> {
  const token = (await page.context().cookies()).find(({ name }) => name === 'token')?.value;
  const answer = await page.request.post(`/admin/v1/api/authenticated/${path}`, {
    data: body,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.status(), text: await answer.text() };
}
