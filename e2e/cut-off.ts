import type { Page } from 'playwright-core'

// A form that arrives, and whose answer does not come back: its person can't know that it arrived, and sends it again.

/** The next form reaches the house, and its answer is cut off. */
export async function cutOffAnswer(page: Page) {
  let isCut = false
  await page.route('**/*.data*', async (route) => {
    if (isCut || route.request().method() !== 'POST') return route.fallback()
    isCut = true
    await route.fetch({ maxRedirects: 0 })
    // Nor does what it brought to be said on the next page.
    await page.context().clearCookies({ name: 'flash' })
    return route.abort('connectionreset')
  })
}

/** It is sent so, and what is around the form is loaded again, and drawn: that brings another key. */
export async function sendCutOff(page: Page, send: () => Promise<void>) {
  await cutOffAnswer(page)
  await send()
  await page.getByText('The connection broke').first().waitFor()
  await page.waitForTimeout(1000)
}
