import type { Page } from 'playwright-core'
import { drawn } from './visitor.ts'

// A form that arrives, and whose answer does not come back: its person can't know that it arrived, and sends it again.

/** It is sent so, and what is around the form is loaded again, and drawn: that brings another key. */
export async function sendCutOff(page: Page, send: () => Promise<void>) {
  let isCut = false
  await page.route('**/*.data*', async (route) => {
    if (isCut || route.request().method() !== 'POST') return route.fallback()
    isCut = true
    await route.fetch({ maxRedirects: 0 })
    // Nor does what it brought to be said on the next page.
    await page.context().clearCookies({ name: 'flash' })
    return route.abort('connectionreset')
  })
  const again = page.waitForResponse((answer) => answer.request().method() === 'GET' && /\.data/.test(answer.url()))
  await send()
  await page.getByText('The connection broke').first().waitFor()
  await again
  await drawn(page)
}
