import type { Page } from '@playwright/test';

/** Calls the API as the person who is signed in on the page. `path` follows `authenticated/`. */
export async function callApi(page: Page, path: string, body: object): Promise<{ status: number; text: string }> {
  return await page.evaluate(
    async ([url, json]) => {
      const token = document.cookie
        .split('; ')
        .find((pair) => pair.startsWith('token='))
        ?.slice('token='.length);
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: json,
      });
      return { status: answer.status, text: await answer.text() };
    },
    [`/admin/v1/api/authenticated/${path}`, JSON.stringify(body)] as const,
  );
}
