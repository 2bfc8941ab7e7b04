import type { Page } from 'playwright-core'
import { expectNoSidewaysScroll } from './visitor.ts'

/** Leaves a picture of the page, all of it, in the folder that SHOTS names; without SHOTS nothing. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

/** Pictures of what is on the screen at each step of one person, in order; nothing of it scrolls sideways. */
export function shotsOf(page: Page, who: string) {
  let nr = 0
  return async (name: string): Promise<void> => {
    const folder = process.env.SHOTS
    const path = `${folder}/${who}-${String(++nr).padStart(2, '0')}-${name}.png`
    if (folder) await page.screenshot({ path })
    await expectNoSidewaysScroll(page)
  }
}
